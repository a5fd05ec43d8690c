// SPDX-License-Identifier: Apache-2.0
import type { Asked } from './live-schema.ts';
import { sayProblem } from './say-problem.ts';

/** Asks for one fact; what goes wrong is part of the answer. */
export async function ask<T>(
  from: Asked<T>['from'],
  place: string,
  find: () => Promise<T> | T,
): Promise<Asked<T>> {
  const told = await Promise.resolve()
    .then(find)
    .then(
      (value) => ({ value }),
      (error: unknown) => ({ problem: sayProblem(error) }),
    );
  return { from, place, at: new Date().toISOString(), ...told };
}
