// SPDX-License-Identifier: Apache-2.0
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { testCallsIn } from './test-calls.ts';

/** Test that proves a row of the pages. */
export interface Proof {
  /** Id of the row: `volumes.growth`. */
  readonly row: string;
  /** Path from the root of the repository. */
  readonly file: string;
  readonly title: string;
}

/** Proofs that the tests of a repository claim. */
export interface Proofs {
  /** Proofs, sorted by file and position. */
  readonly proofs: readonly Proof[];
  /** One line for each comment that stands above no test or above a test that never runs. */
  readonly problems: readonly string[];
}

const files = '{bench,e2e,packages,tools}/**/*.test.{ts,tsx}';
const tagLine = /^\s*\/\/ Proves:/;

/** Returns the proofs that one file claims. */
export function proofsOf(file: string, text: string): Proofs {
  const tests = testCallsIn(text);
  const claimed = new Set(tests.flatMap(({ tagLines }) => tagLines));
  const lost = text
    .split('\n')
    .flatMap((line, at) => (tagLine.test(line) && !claimed.has(at) ? [at + 1] : []))
    .map((line) => `${file}:${line}: "Proves" must stand right above a test, with ids of rows.`);
  const skipped = tests
    .filter(({ skipped, proves }) => skipped && proves.length > 0)
    .map(({ title }) => `${file}: "${title}" never runs, so it proves nothing.`);
  return {
    proofs: tests.flatMap(({ title, proves }) => proves.map((row) => ({ row, file, title }))),
    problems: [...lost, ...skipped],
  };
}

/**
 * Returns the proofs that all tests of a repository claim. Tests in Go claim nothing, because a
 * changed comment would rebuild their tool. The test that runs them (`tools/toolchain/test`) claims
 * what they prove.
 *
 * @param root root folder of the repository
 */
export function collectProofs(root: string): Proofs {
  const found = globSync(files, { cwd: root, exclude: (path) => path.endsWith('node_modules') })
    .toSorted()
    .map((file) => [file, readFileSync(join(root, file), 'utf8')] as const)
    // Parsing takes long, and few files need it.
    .filter(([, text]) => text.includes('// Proves:'))
    .map(([file, text]) => proofsOf(file, text));
  return {
    proofs: found.flatMap(({ proofs }) => proofs),
    problems: found.flatMap(({ problems }) => problems),
  };
}
