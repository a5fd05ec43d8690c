// SPDX-License-Identifier: Apache-2.0
import { ESLint } from 'eslint';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { lintKeys } from './lint-keys.ts';

/** Result of a run. */
export interface Linted {
  /** Paths from the root of the files that ESLint has looked through. */
  readonly files: readonly string[];
  /** Number of those that need not be looked through again. */
  readonly known: number;
  readonly errors: number;
  /** Text of all findings, empty without any. */
  readonly text: string;
}

const skipped: readonly string[] = ['node_modules', '.git', '.nx', '.strata', 'coverage'];

/** Returns all files below a folder that may be code. */
function codeBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return skipped.includes(entry.name) ? [] : codeBelow(path);
    return entry.isFile() && /\.(ts|tsx|js|mjs|cjs)$/.test(entry.name) ? [path] : [];
  });
}

function readKnown(file: string): ReadonlySet<string> {
  try {
    return new Set(JSON.parse(readFileSync(file, 'utf8')) as string[]);
  } catch {
    // There is none yet, or it is half written.
    return new Set();
  }
}

function write(file: string, keys: readonly string[]): void {
  mkdirSync(dirname(file), { recursive: true });
  const aside = `${file}.${process.pid}`;
  writeFileSync(aside, JSON.stringify(keys));
  renameSync(aside, file);
}

/**
 * Runs ESLint on the files in which it can find something new: those that have changed since they were
 * without findings, those that import one of them, near or far, and all when a setting has changed.
 * ESLint's own cache looks at the file alone, which is too little for rules that read types.
 *
 * @param memory - file that holds the keys of files without findings.
 * @param mayRemember - asked after the run: whether all rules have run.
 */
export async function lintChanged(
  root: string,
  memory: string,
  mayRemember: () => boolean = () => true,
): Promise<Linted> {
  const eslint = new ESLint({ cwd: root });
  const all = codeBelow(root);
  const ignored = await Promise.all(all.map((path) => eslint.isPathIgnored(path)));
  const files = all.filter((_, index) => ignored[index] !== true).map((one) => relative(root, one));
  const keys = lintKeys(root, files);
  const known = readKnown(memory);
  const waiting = files.filter((file) => !known.has(keys.get(file) ?? ''));
  const results = waiting.length === 0 ? [] : await eslint.lintFiles(waiting);
  const found = new Set(
    results
      .filter(({ messages }) => messages.length > 0)
      .map(({ filePath }) => relative(root, filePath)),
  );
  if (waiting.length > 0 && mayRemember()) {
    write(
      memory,
      files.filter((file) => !found.has(file)).map((file) => keys.get(file) ?? ''),
    );
  }
  const formatter = await eslint.loadFormatter('stylish');
  return {
    files: waiting,
    known: files.length - waiting.length,
    errors: results.reduce((sum, { errorCount }) => sum + errorCount, 0),
    text: await formatter.format(results),
  };
}
