// SPDX-License-Identifier: Apache-2.0
import type { Reading } from './live-schema.ts';
import { sayProblem } from './say-problem.ts';

/** Reads one fact. An error becomes the reason why the fact is unknown. */
export async function takeReading<T>(
  from: Reading<T>['from'],
  place: string,
  read: () => Promise<T>,
): Promise<Reading<T>> {
  try {
    const value = await read();
    return { from, place, at: new Date().toISOString(), value };
  } catch (error) {
    return { from, place, at: new Date().toISOString(), problem: sayProblem(error) };
  }
}
