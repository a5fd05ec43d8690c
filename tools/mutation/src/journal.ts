// SPDX-License-Identifier: Apache-2.0
import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** A test in the run without a mutant. */
export interface DryTest {
  /** Its full name and its line. */
  readonly id: string;
  /** Line of its call in its file, from 1; 0 if it is not known. */
  readonly line: number;
  /** Mutants that it runs over, and how often. */
  readonly hits: Readonly<Record<string, number>>;
}

/** A line of the journal: what a process with Jest found out, in its order. */
export type Entry =
  | {
      readonly kind: 'dry';
      readonly testFile: string;
      readonly tests: readonly DryTest[];
      /** Names of tests that fail without a mutant: they judge none. */
      readonly failing: readonly string[];
      /** What is run while the file is loaded or before all its tests. */
      readonly atLoad: Readonly<Record<string, number>>;
      readonly milliseconds: number;
    }
  | { readonly kind: 'start'; readonly testFile: string; readonly mutant: string }
  | {
      readonly kind: 'verdict';
      readonly testFile: string;
      readonly mutant: string;
      readonly verdict: Verdict;
      /** The test that noticed. */
      readonly by?: string;
    }
  | { readonly kind: 'begin'; readonly testFile: string }
  /** The process has grown large; the next one goes on. */
  | { readonly kind: 'pause'; readonly testFile: string }
  /** `unfit`: it does not load, hangs, or no longer passes after the mutants. */
  | { readonly kind: 'end'; readonly testFile: string; readonly unfit?: string };

/** `killed`: a test failed. `timeout`: it did not end. `survived`: these tests noticed nothing. */
export type Verdict = 'killed' | 'timeout' | 'survived';

/** Lines that were complete; a process that was ended may have left half a one. */
export function readJournal(path: string): Entry[] {
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Entry);
}

export function writeEntry(path: string, entry: Entry): void {
  appendFileSync(path, `${JSON.stringify(entry)}\n`);
}
