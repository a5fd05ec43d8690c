// SPDX-License-Identifier: Apache-2.0
import { readPullRequest } from '../pull-request/read-pull-request.ts';
import type { PullRequest } from '../pull-request/read-pull-request.ts';
import type { Workspace } from '../run/workspace.ts';

/** Options of commands that say what a pull request changes in its files. */
export const pullRequestOptions = {
  since: { type: 'string' },
  head: { type: 'string', default: 'HEAD' },
} as const;

/** Reads the files between the two commits that the options name. Empty without `--since`. */
export function pullRequestOf(
  { root }: Workspace,
  { head, since }: { readonly head: string; readonly since?: string | undefined },
): { readonly pullRequest?: PullRequest } {
  if (since === undefined || since === '') return {};
  return { pullRequest: readPullRequest(root, { base: since, head }) };
}
