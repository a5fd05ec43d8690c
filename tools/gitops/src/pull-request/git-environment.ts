// SPDX-License-Identifier: Apache-2.0

/**
 * Variables with which Git takes another repository than the one of the folder that it runs in. Git
 * sets them for hooks and for aliases.
 *
 * @see https://git-scm.com/docs/git-rev-parse#Documentation/git-rev-parse.txt---local-env-vars with
 * those for settings, which stay: pipelines have `safe.directory` in them.
 */
const names: readonly string[] = [
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_COMMON_DIR',
  'GIT_DIR',
  'GIT_GRAFT_FILE',
  'GIT_IMPLICIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_NAMESPACE',
  'GIT_OBJECT_DIRECTORY',
  'GIT_PREFIX',
  'GIT_SHALLOW_FILE',
  'GIT_WORK_TREE',
];

/** Returns the environment in which Git takes the repository of the folder that it runs in. */
export function gitEnvironment(base: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(base).filter(([name]) => !names.includes(name)));
}
