// SPDX-License-Identifier: Apache-2.0
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { testCallsIn } from './test-calls.ts';

/** A test that proves a row of the pages. */
export interface Proof {
  /** Id of the row: `volumes.growth`. */
  readonly row: string;
  /** Path from the root of the repository. */
  readonly file: string;
  readonly title: string;
}

/** What the tests of a repository say that they prove. */
export interface Proofs {
  /** By file and place in it. */
  readonly proofs: readonly Proof[];
  /** Comments that stand above no test or above one that never runs, one line each. */
  readonly problems: readonly string[];
}

const files = '{bench,e2e,packages,tools}/**/*.test.ts';
const tagLine = /^\s*\/\/ Proves:/;

/** What one file says. */
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
 * What all tests of a repository say. Tests in Go say nothing: what they prove, the test says that
 * runs them (`tools/toolchain/test`), for a changed comment would build their tool anew.
 *
 * @param root its folder
 */
export function collectProofs(root: string): Proofs {
  const found = globSync(files, { cwd: root, exclude: (path) => path.endsWith('node_modules') })
    .toSorted()
    .map((file) => [file, readFileSync(join(root, file), 'utf8')] as const)
    // Reading a syntax tree takes long, and few files need it.
    .filter(([, text]) => text.includes('// Proves:'))
    .map(([file, text]) => proofsOf(file, text));
  return {
    proofs: found.flatMap(({ proofs }) => proofs),
    problems: found.flatMap(({ problems }) => problems),
  };
}
