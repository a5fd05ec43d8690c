// SPDX-License-Identifier: Apache-2.0

/** What a row may say of itself, in the order of the index, and what it takes to say so. */
export const states = {
  'proven by real parts': { proof: 'run' },
  'proven by played parts': { proof: 'run' },
  'unit tests only': { proof: 'test' },
  'not yet': { proof: 'none' },
} as const satisfies Readonly<Record<string, { readonly proof: Proof }>>;

/**
 * `run`: a test among its proofs runs a program that is not Strata's, in a sandbox or beside a unit
 * test (`real-programs.ts`). `test`: any test. `none`: no test may claim it.
 */
type Proof = 'run' | 'test' | 'none';

export type State = keyof typeof states;

export const isState = (text: string): text is State => Object.hasOwn(states, text);
