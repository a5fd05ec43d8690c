// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Entry } from '../journal.ts';
import { modulesBehind } from '../modules-behind.ts';
import type { Plan } from '../plan.ts';

/**
 * Returns the hash of a test file and of all modules of its package that it imports. Other packages are not
 * looked at.
 *
 * @param read - returns the text of a module.
 */
export function hashOfTest(testFile: string, read: (module: string) => string): string {
  const hash = createHash('sha256');
  for (const module of modulesBehind(testFile, read)) {
    hash.update(`${module}\0${read(module)}\0`);
  }
  return hash.digest('hex');
}

/**
 * Returns the entries of a former journal that hold for a new plan: none if the sources have other mutants,
 * else those of test files that are the same, with the modules that they import. A timeout and a file
 * that hung are judged anew.
 *
 * @param before - plan of the journal.
 */
export function entriesThatHold(
  before: Pick<Plan, 'mutants' | 'hashes'>,
  journal: readonly Entry[],
  now: Pick<Plan, 'mutants' | 'hashes'>,
): Entry[] {
  if (!isDeepStrictEqual(before.mutants, now.mutants)) return [];
  return journal.filter((entry) => {
    if (before.hashes[entry.testFile] !== now.hashes[entry.testFile]) return false;
    if (entry.kind === 'end') return entry.unfit === undefined;
    return entry.kind === 'dry' || (entry.kind === 'verdict' && entry.verdict !== 'timeout');
  });
}

/**
 * Returns the test files that have ended and execute a mutant that is undecided: no file detects it, and
 * they have not judged it. They left it to a file whose verdict does not hold any longer.
 */
export function undecidedFiles(journal: readonly Entry[]): string[] {
  const verdicts = journal.filter((entry) => entry.kind === 'verdict');
  const detected = new Set(
    verdicts.flatMap(({ verdict, mutant }) => (verdict === 'survived' ? [] : [mutant])),
  );
  const judged = new Set(verdicts.map(({ testFile, mutant }) => `${testFile} ${mutant}`));
  const open = journal.flatMap((entry) => {
    if (entry.kind !== 'dry' || entry.tests.length === 0) return [];
    const executed = [entry.atLoad, ...entry.tests.map(({ hits }) => hits)].flatMap(Object.keys);
    const isOpen = (mutant: string) =>
      !detected.has(mutant) && !judged.has(`${entry.testFile} ${mutant}`);
    return executed.some(isOpen) ? [entry.testFile] : [];
  });
  const ended = new Set(
    journal.flatMap((entry) =>
      entry.kind === 'end' && entry.unfit === undefined ? [entry.testFile] : [],
    ),
  );
  return [...new Set(open)].filter((testFile) => ended.has(testFile));
}
