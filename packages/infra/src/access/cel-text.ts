// SPDX-License-Identifier: Apache-2.0

/** Renders a text as CEL. It must have no quotes and no backslashes. */
export const text = (value: string) => `'${value}'`;

/** Renders a list of texts as CEL. */
export const listOf = (values: readonly string[]) => `[${values.map(text).join(', ')}]`;
