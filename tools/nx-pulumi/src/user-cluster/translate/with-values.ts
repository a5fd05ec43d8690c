// SPDX-License-Identifier: Apache-2.0

/** Whether a value says nothing: undefined, or a list or mapping without entries. */
const isEmpty = (value: unknown) =>
  value === undefined || (typeof value === 'object' && Object.keys(value ?? {}).length === 0);

/** Returns a mapping without the keys whose values say nothing. */
export function withValues(
  mapping: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(mapping).filter(([, value]) => !isEmpty(value)));
}
