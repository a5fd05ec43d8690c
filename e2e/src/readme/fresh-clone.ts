// SPDX-License-Identifier: Apache-2.0
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');

const git = (...args: readonly string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);

/** A clone of this repository in an empty folder, and a shell in it. */
export interface FreshClone {
  readonly folder: string;
  /** Runs a command line in the clone; returns its exit code and all that it said. */
  readonly run: (command: string) => Promise<{ readonly code: number; readonly output: string }>;
  readonly remove: () => void;
}

/** Returns the variables of somebody who has just logged in: nothing that npm or these tests have set. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|NODE_|JEST_|STRATA_TEST|NX_|CI$|FORCE_COLOR$)/.test(name),
  );
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.startsWith(root))
    .join(delimiter);
  return { ...Object.fromEntries(kept), PATH: path };
}

/** Clones the last commit, and copies what was changed since into the clone. */
export function freshClone(): FreshClone {
  const folder = mkdtempSync(join(tmpdir(), 'strata-docs-'));
  execFileSync('git', ['clone', '--quiet', root, folder]);
  const changed = [
    ...git('diff', '--name-only', '--diff-filter=d', 'HEAD'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
  for (const path of changed) cpSync(join(root, path), join(folder, path));
  for (const path of git('diff', '--name-only', '--diff-filter=D', 'HEAD')) {
    rmSync(join(folder, path));
  }
  const env = plainEnvironment();
  return {
    folder,
    run: async (command) => {
      const child = spawn('bash', ['-c', command], {
        cwd: folder,
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
      }
      const [code] = (await once(child, 'close')) as [number | null];
      return { code: code ?? 128, output };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
