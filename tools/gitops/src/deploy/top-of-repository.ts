// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { gitEnvironment } from '../pull-request/git-environment.ts';

/**
 * Returns why Git cannot say which stacks a change reaches, when Strata is in a folder of a larger
 * repository: Git names changed files from the top of the repository, and stacks name theirs from the
 * folder of Strata.
 *
 * @param root - folder of Strata.
 * @returns undefined when the folder is at the top, or in no repository at all.
 */
export function notAtTop(root: string): string | undefined {
  const { status, stdout } = spawnSync('git', ['rev-parse', '--show-prefix'], {
    cwd: root,
    env: gitEnvironment(),
    encoding: 'utf8',
  });
  const folder = status === 0 ? stdout.trimEnd() : '';
  return folder === ''
    ? undefined
    : `Strata must be at the top of its Git repository, and here it is in ${folder}: changed files would reach no stack. Give it a repository of its own`;
}
