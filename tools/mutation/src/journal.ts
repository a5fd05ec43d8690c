// SPDX-License-Identifier: Apache-2.0
import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** Result of a test in the run without a mutant. */
export interface DryTest {
  /** Id of the test: its full name. */
  readonly id: string;
  /** Line of its call in its file, from 1; 0 if unknown. */
  readonly line: number;
  /** Mutants that it executes, and how often. */
  readonly hits: Readonly<Record<string, number>>;
}

/** Line of the journal: a finding of a process with Jest, in order. */
export type Entry =
  | {
      readonly kind: 'dry';
      readonly testFile: string;
      readonly tests: readonly DryTest[];
      /** Ids of tests that fail without a mutant, and therefore judge no mutant. */
      readonly failing: readonly string[];
      /**
       * Mutants that are executed while the file is loaded or before all its tests, and how often.
       */
      readonly atLoad: Readonly<Record<string, number>>;
      readonly milliseconds: number;
    }
  | { readonly kind: 'start'; readonly testFile: string; readonly mutant: string }
  | {
      readonly kind: 'verdict';
      readonly testFile: string;
      readonly mutant: string;
      readonly verdict: Verdict;
      /** Id of the test that failed. */
      readonly by?: string;
    }
  | { readonly kind: 'begin'; readonly testFile: string }
  /** A file that has ended is to judge what it has not judged yet. */
  | { readonly kind: 'again'; readonly testFile: string }
  /** The process has grown too large; the next process continues. */
  | { readonly kind: 'pause'; readonly testFile: string }
  /** `unfit`: the file does not load, hangs, or no longer passes after the mutants. */
  | { readonly kind: 'end'; readonly testFile: string; readonly unfit?: string };

/**
 * Verdict on a mutant. `killed`: a test failed. `timeout`: a test did not end in its time, or the process
 * was silent. `survived`: all tests of the file passed.
 */
export type Verdict = 'killed' | 'timeout' | 'survived';

/** Returns the complete lines; a process that was ended may have left an incomplete one. */
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
