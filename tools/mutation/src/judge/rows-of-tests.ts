// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { testCallsIn } from '@strata/test/test-calls';

/** Rows of the pages of capabilities that the tests of a file prove, by their place in it. */
export interface TaggedCalls {
  /** All of them. */
  readonly rows: readonly string[];
  /** Those of the test that is called at a line, and of the blocks around it. */
  readonly at: (line: number) => readonly string[];
}

/** What the comments of one file say. */
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

/** The tags of test files, by absolute path. */
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
