// SPDX-License-Identifier: Apache-2.0
import { withValueAt } from '@strata/testing';
import { inspect, smallest } from './test-cluster-config.ts';

/** A key with what it is to be, and values that it cannot have. */
export type RefusedRow = [place: string, words: string, ...values: unknown[]];

/** Returns the messages of the smallest configuration with another value at a place. */
export const messagesAt = (place: string, value: unknown): string[] =>
  inspect(withValueAt(smallest, place, value)).problems.map(({ message }) => message);

const escaped = (words: string) => words.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);

/** Expects that each value is refused with these words, and for nothing else. */
export function expectRefused(place: string, words: string, values: readonly unknown[]): void {
  for (const value of values) {
    expect([value, messagesAt(place, value)]).toEqual([
      value,
      [expect.stringMatching(new RegExp(`^expected ${escaped(words)}, got `))],
    ]);
  }
}
