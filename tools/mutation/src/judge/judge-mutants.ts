// SPDX-License-Identifier: Apache-2.0
import type { EquivalentMutant } from '../equivalent-mutant.ts';
import { equivalentMutants } from '../equivalent-mutants.ts';
import type { Entry } from '../journal.ts';
import type { Mutant } from '../plan.ts';
import type { TaggedCalls } from './rows-of-tests.ts';

/** Outcome of a mutant. `timeout`: with it a test or a process did not end in its time. */
export type Outcome = 'killed' | 'timeout' | 'survived' | 'uncovered' | 'equivalent';

export interface JudgedMutant extends Mutant {
  readonly outcome: Outcome;
  /** Rows of docs/capabilities whose tests execute its line, in order. */
  readonly citedBy: readonly string[];
  /** Reason why it is equivalent, or the test that detected it. */
  readonly why?: string;
}

export interface Judgement {
  readonly mutants: readonly JudgedMutant[];
  /**
   * One line for each test file and test that judged nothing, and for each idle row of the table.
   */
  readonly remarks: readonly string[];
}

type Tags = ReadonlyMap<string, TaggedCalls>;

/**
 * Returns the rows of each mutant: those of tests that execute it, and all of a file that executes
 * it before its tests.
 */
function citations(entries: readonly Entry[], tags: Tags): ReadonlyMap<string, Set<string>> {
  const cited = new Map<string, Set<string>>();
  const add = (hits: Readonly<Record<string, number>>, rows: readonly string[]) => {
    for (const mutant of Object.keys(hits)) {
      const known = cited.get(mutant) ?? new Set();
      rows.forEach((row) => known.add(row));
      cited.set(mutant, known);
    }
  };
  for (const entry of entries) {
    if (entry.kind !== 'dry') continue;
    const tagged = tags.get(entry.testFile);
    if (tagged === undefined) continue;
    add(entry.atLoad, tagged.rows);
    for (const { line, hits } of entry.tests) add(hits, tagged.at(line));
  }
  return cited;
}

const remarkOf = (entry: Entry): readonly string[] => {
  if (entry.kind === 'end' && entry.unfit !== undefined) {
    return [`${entry.testFile}: ${entry.unfit}`];
  }
  if (entry.kind !== 'dry') return [];
  return entry.failing.map((id) => `${entry.testFile}: fails without a mutant: ${id}`);
};

/** Returns whether a row of the table describes this mutant. */
export const isEquivalent = (mutant: Mutant, row: EquivalentMutant) =>
  (['file', 'lineText', 'was', 'replacement'] as const).every((key) => mutant[key] === row[key]);

/** Returns a line for each row of the table that matches no mutant of the measured sources. */
function idleRows(mutants: readonly Mutant[], equivalent: readonly EquivalentMutant[]): string[] {
  const measured = new Set(mutants.map(({ file }) => file));
  return equivalent
    .filter(({ file }) => measured.has(file))
    .filter((row) => !mutants.some((mutant) => isEquivalent(mutant, row)))
    .map(
      ({ file, was }) => `equivalent-mutants.ts: no mutant takes the place of ${was} in ${file}`,
    );
}

/** Returns the outcome of every mutant, from the journal of the processes. */
export function judgeMutants(
  mutants: readonly Mutant[],
  entries: readonly Entry[],
  tags: Tags,
  equivalent: readonly EquivalentMutant[] = equivalentMutants,
): Judgement {
  const cited = citations(entries, tags);
  const verdicts = entries.filter((entry) => entry.kind === 'verdict');
  const survived = new Set(verdicts.map(({ mutant }) => mutant));
  const detected = new Map(
    verdicts.flatMap(({ mutant, by, verdict }) =>
      verdict === 'survived' ? [] : [[mutant, { outcome: verdict, why: by ?? 'silence' }] as const],
    ),
  );
  return {
    mutants: mutants.map((mutant): JudgedMutant => {
      const citedBy = [...(cited.get(mutant.id) ?? [])].toSorted();
      const found = detected.get(mutant.id);
      if (found !== undefined) return { ...mutant, ...found, citedBy };
      const row = equivalent.find((one) => isEquivalent(mutant, one));
      if (row !== undefined) return { ...mutant, outcome: 'equivalent', citedBy, why: row.reason };
      return { ...mutant, outcome: survived.has(mutant.id) ? 'survived' : 'uncovered', citedBy };
    }),
    remarks: [...entries.flatMap(remarkOf), ...idleRows(mutants, equivalent)],
  };
}
