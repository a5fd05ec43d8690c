// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import type { ComparedFleet, FilesVersion } from './change-model.ts';
import { collectFleet } from './collect/collect-fleet.ts';

function git(root: string, ...args: readonly string[]): string {
  // Without locks, so that no command of a person in the same folder fails.
  return execFileSync('git', ['--no-optional-locks', ...args], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
}

/** Returns the version of the files under `stacks` of a folder; undefined outside Git. */
export function filesVersion(root: string): FilesVersion | undefined {
  try {
    const commit = git(root, 'rev-parse', '--verify', 'HEAD');
    return { commit, isChanged: git(root, 'status', '--porcelain', '--', 'stacks') !== '' };
  } catch {
    return undefined;
  }
}

/**
 * Returns the fleet as the files on disk have it, with their version.
 *
 * @param names - names of environments. Default: all.
 * @throws PlanError naming an unknown environment.
 */
export function readFleet(root: string, names: readonly string[] = []): ComparedFleet {
  const files = filesVersion(root);
  return { ...collectFleet(root, names), ...(files !== undefined && { files }) };
}
