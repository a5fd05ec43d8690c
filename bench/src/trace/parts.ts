// SPDX-License-Identifier: Apache-2.0

/**
 * Parts of an operation, the innermost first: each moment counts for the first one that works in
 * it. The engine has the rest.
 */
export const parts = [
  'API servers',
  'checkpoint writes',
  'provider plug-ins',
  'Node program',
  'language host',
  'engine',
] as const;

/** One of {@link parts}. */
export type Part = (typeof parts)[number];

/** Operations that are traced, in this order. */
export const tracedOperations = ['create', 'preview', 'drift', 'destroy'] as const;

/** One of {@link tracedOperations}. */
export type TracedOperation = (typeof tracedOperations)[number];
