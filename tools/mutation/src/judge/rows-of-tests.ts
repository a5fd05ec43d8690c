// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { testCallsIn } from '@strata/test/test-calls';

/** Rows of docs/capabilities that the tests of a file prove, by the tests' places in the file. */
export interface TaggedCalls {
  /** All rows of the file. */
  readonly rows: readonly string[];
  /** Returns the rows of the test that is called at a line, and of the blocks around it. */
  readonly at: (line: number) => readonly string[];
}

/** Returns the rows that the comments of one file name. */
export function taggedCalls(text: string): TaggedCalls {
  const lineOf = (place: number) => text.slice(0, place).split('\n').length;
  const calls = testCallsIn(text)
    .filter(({ proves }) => proves.length > 0)
    .map(({ start, end, proves }) => ({ from: lineOf(start), to: lineOf(end), proves }));
  return {
    rows: [...new Set(calls.flatMap(({ proves }) => proves))],
    at: (line) =>
      calls.flatMap(({ from, to, proves }) => (from <= line && line <= to ? proves : [])),
  };
}

/** Returns the rows of test files, by absolute path. */
export function rowsOfTests(
  root: string,
  testFiles: readonly string[],
): ReadonlyMap<string, TaggedCalls> {
  return new Map(
    testFiles.map((file) => {
      const path = join(root, file);
      return [path, taggedCalls(readFileSync(path, 'utf8'))];
    }),
  );
}
