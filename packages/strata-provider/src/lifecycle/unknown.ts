// SPDX-License-Identifier: Apache-2.0

/** Value of an input that a preview does not know yet. */
export const unknown: unique symbol = Symbol('unknown');
