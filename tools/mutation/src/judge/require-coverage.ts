// SPDX-License-Identifier: Apache-2.0
import type { Entry } from '../journal.ts';
import { MutationError } from '../settings.ts';

const isHit = (hits: Readonly<Record<string, number>>) => Object.keys(hits).length > 0;

/**
 * Refuses a measurement in whose runs without a mutant no test executed any: on a busy machine, tests run out of time
 * then, and all mutants would count as uncovered.
 *
 * @param remarks - of the judgement.
 * @throws MutationError
 */
export function requireCoverage(entries: readonly Entry[], remarks: readonly string[]): void {
  const isCovered = entries.some(
    (entry) =>
      entry.kind === 'dry' && (isHit(entry.atLoad) || entry.tests.some(({ hits }) => isHit(hits))),
  );
  if (isCovered) return;
  throw new MutationError(
    [
      'Nothing is measured: without a mutant, no test that passes executes any of the sources. If the machine is busy, run it again when it is not.',
      ...remarks.map((remark) => `  ${remark}`),
    ].join('\n'),
  );
}
