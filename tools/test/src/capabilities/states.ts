// SPDX-License-Identifier: Apache-2.0

/** States of rows, in the order of the index, each with the proof that it needs. */
export const states = {
  'proven by real parts': { proof: 'run' },
  'proven by played parts': { proof: 'run' },
  'unit tests only': { proof: 'test' },
  'not yet': { proof: 'none' },
} as const satisfies Readonly<Record<string, { readonly proof: Proof }>>;

/**
 * Proof that a state needs. `run`: one of the row's tests runs a program that is not Strata's, in a
 * sandbox or in a unit test (`real-programs.ts`). `test`: any test. `none`: no test may claim the
 * row.
 */
type Proof = 'run' | 'test' | 'none';

export type State = keyof typeof states;

export const isState = (text: string): text is State => Object.hasOwn(states, text);
