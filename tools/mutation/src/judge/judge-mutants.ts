// SPDX-License-Identifier: Apache-2.0
import { equivalentMutants, type EquivalentMutant } from '../equivalent-mutants.ts';
import type { Entry } from '../journal.ts';
import type { Mutant } from '../plan.ts';
import type { TaggedCalls } from './rows-of-tests.ts';

/** What became of a mutant. */
export type Outcome = 'killed' | 'survived' | 'uncovered' | 'equivalent';

export interface JudgedMutant extends Mutant {
  readonly outcome: Outcome;
  /** Rows whose tests run its line, in their order. */
  readonly citedBy: readonly string[];
  /** Why it is equivalent, or which test killed it. */
  readonly why?: string;
}

export interface Judgement {
  readonly mutants: readonly JudgedMutant[];
  /** Test files and tests that judged nothing, and idle rows of the table, one line each. */
  readonly remarks: readonly string[];
}

type Tags = ReadonlyMap<string, TaggedCalls>;

/** Rows by mutant: those of tests that run it, and all of a file that runs it before its tests. */
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

/** Whether a row of the table means this mutant. */
export const isEquivalent = (mutant: Mutant, row: EquivalentMutant) =>
  (['file', 'lineText', 'was', 'replacement'] as const).every((key) => mutant[key] === row[key]);

/** Rows of the table that have no mutant any more, of sources that were measured. */
function idleRows(mutants: readonly Mutant[], equivalent: readonly EquivalentMutant[]): string[] {
  const measured = new Set(mutants.map(({ file }) => file));
  return equivalent
    .filter(({ file }) => measured.has(file))
    .filter((row) => !mutants.some((mutant) => isEquivalent(mutant, row)))
    .map(
      ({ file, was }) => `equivalent-mutants.ts: no mutant takes the place of ${was} in ${file}`,
    );
}

/** What became of every mutant, from what the processes wrote down. */
export function judgeMutants(
  mutants: readonly Mutant[],
  entries: readonly Entry[],
  tags: Tags,
  equivalent: readonly EquivalentMutant[] = equivalentMutants,
): Judgement {
  const cited = citations(entries, tags);
  const verdicts = entries.filter((entry) => entry.kind === 'verdict');
  const survived = new Set(verdicts.map(({ mutant }) => mutant));
  const killed = new Map(
    verdicts
      .filter(({ verdict }) => verdict !== 'survived')
      .map(({ mutant, by, verdict }) => [mutant, by ?? verdict] as const),
  );
  return {
    mutants: mutants.map((mutant): JudgedMutant => {
      const citedBy = [...(cited.get(mutant.id) ?? [])].toSorted();
      const by = killed.get(mutant.id);
      if (by !== undefined) return { ...mutant, outcome: 'killed', citedBy, why: by };
      const row = equivalent.find((one) => isEquivalent(mutant, one));
      if (row !== undefined) return { ...mutant, outcome: 'equivalent', citedBy, why: row.reason };
      return { ...mutant, outcome: survived.has(mutant.id) ? 'survived' : 'uncovered', citedBy };
    }),
    remarks: [...entries.flatMap(remarkOf), ...idleRows(mutants, equivalent)],
  };
}
