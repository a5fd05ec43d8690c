// SPDX-License-Identifier: Apache-2.0
import { listStacks } from '@strata/nx-pulumi/stacks';
import type { Stack } from '@strata/nx-pulumi/stacks';
import { suggestion } from '@strata/contracts';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { GitopsError } from '../gitops-error.ts';

/** Repository whose stacks are run. */
export interface Workspace {
  readonly root: string;
  readonly stacks: readonly Stack[];
}

/** Reads which stacks a repository has. */
export function openWorkspace(root: string): Workspace {
  return { root, stacks: listStacks(root) };
}

/**
 * Returns a stack by its id.
 *
 * @throws GitopsError when there is no such stack, with the nearest name.
 */
export function findStack({ stacks }: Workspace, id: string): Stack {
  const found = stacks.find((one) => one.id === id);
  if (found !== undefined) return found;
  const names = stacks.map((one) => one.id);
  throw new GitopsError(`there is no stack "${id}"; ${suggestion(id, names)}`);
}

/** Returns the folder in which Pulumi runs. */
export function programFolder({ root }: Workspace, { program }: Pick<Stack, 'program'>): string {
  return join(root, 'packages', program);
}

/** Returns the commit that is checked out; `unknown` outside Git. */
export function currentCommit({ root }: Workspace): string {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return 'unknown';
  }
}
