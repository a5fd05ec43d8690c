// SPDX-License-Identifier: Apache-2.0
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { modulesBehind } from './modules-behind.ts';

/** Reason why a test file judges no mutant. */
interface Unsuited {
  readonly reason: string;
  readonly isOne: (file: string, text: string) => boolean;
}

/**
 * Test files that cannot judge: each run must be short and must not depend on other software on the
 * machine.
 */
const unsuited: readonly Unsuited[] = [
  {
    reason: 'it runs an engine',
    isOne: (file) => basename(file).includes('real'),
  },
  {
    reason: 'it runs a program of the toolchain',
    isOne: (_file, text) => /builtTool|loader-path|toolchain\/src\/main/.test(text),
  },
  {
    reason: 'it runs scripts in a shell, for seconds',
    isOne: (file, text) => /\/scripts\/|-script\.test/.test(file) || text.includes('testing/host'),
  },
  {
    reason: 'it plays a whole installer over minutes',
    isOne: (file) => file.includes('/kubeone/runner/') || file.includes('/infra/test/'),
  },
];

/** Returns whether a test file may be run once for every mutant. */
export const isSuited = (file: string, text: string) =>
  !unsuited.some(({ isOne }) => isOne(file, text));

/**
 * Length of the chain of imports between a test and the sources that it judges: a test imports the
 * module that it tests. Tests that reach a source through other modules are those of whole
 * programs, which take a hundred times as long.
 */
const nearSteps = 1;

/**
 * Tests that run part of a program and record its resources take a hundred times as long as those of functions,
 * and the longer the file, the more often they do.
 */
const isSlow = (text: string) => text.includes('recordProgram');

/** A test that makes a whole cluster or platform takes ten times as long as one that makes a part. */
const isWhole = (text: string) => /new (UserCluster|Platform)\(/.test(text);

/**
 * Returns the test files of a package that judge mutants of sources, with paths from the root of
 * the repository. Those in the sources' folders come first, of these the quick ones, and of these the
 * longest, which kill most: the others need not run for mutants that they kill. Of the slow ones the shortest
 * come first, and those that make a whole cluster or platform last.
 *
 * @param isWide - whether to include test files that import a source through many modules.
 */
export function suitedTestFiles(
  root: string,
  packageName: string,
  sources: readonly string[],
  isWide = false,
): string[] {
  const wanted = new Set(sources);
  const near = new Set(sources.map((file) => dirname(file)));
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  const isNear = (file: string) => near.has(dirname(file));
  const steps = isWide ? Infinity : nearSteps;
  const imports = (file: string) =>
    modulesBehind(file, read, isNear(file) ? Infinity : steps).some((one) => wanted.has(one));
  const rank = (file: string, text: string) => {
    if (isWhole(text)) return 3;
    return isNear(file) ? Number(isSlow(text)) : 2;
  };
  const order = (text: string) => (isSlow(text) ? text.length : -text.length);
  return globSync(`packages/${packageName}/**/*.test.ts`, {
    cwd: root,
    exclude: (path) => path.endsWith('node_modules'),
  })
    .map((file) => ({ file, text: read(file) }))
    .filter(({ file, text }) => isSuited(file, text) && imports(file))
    .map(({ file, text }) => ({ file, rank: rank(file, text), order: order(text) }))
    .toSorted((a, b) => a.rank - b.rank || a.order - b.order || a.file.localeCompare(b.file, 'en'))
    .map(({ file }) => file);
}
