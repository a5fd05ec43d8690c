// SPDX-License-Identifier: Apache-2.0

/** Stands for an input that a preview does not know yet. */
export const unknown: unique symbol = Symbol('unknown');
