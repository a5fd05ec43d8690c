// SPDX-License-Identifier: Apache-2.0
import { parseStackYaml } from '@strata/contracts/stack-yaml';
import type { Stack } from '@strata/nx-pulumi/stacks';
import { pullRequest } from '@strata/user-cluster/config';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Workspace } from '../run/workspace.ts';

const content = z.looseObject({
  config: z.looseObject({
    'user-cluster:pullRequest': pullRequest.unwrap(),
    'user-cluster:expires': z.iso.date().optional(),
  }),
});

/** Pull request and end of a cluster, as its own file says them. */
export interface OwnPullRequest {
  readonly repository: string;
  readonly number: number;
  /** Day on which the cluster expires; undefined: somebody has taken it out. */
  readonly expires?: string;
}

/** Cluster whose file says that it was made for a pull request. */
export interface PullRequestCluster extends OwnPullRequest {
  readonly stack: Stack;
}

/** Returns what the text of a cluster's file says; undefined when it is of no pull request. */
export function ownPullRequest(text: string): OwnPullRequest | undefined {
  let value: unknown;
  try {
    value = parseStackYaml(text);
  } catch {
    return undefined;
  }
  const { data } = content.safeParse(value);
  if (data === undefined) return undefined;
  const { 'user-cluster:expires': expires, 'user-cluster:pullRequest': of } = data.config;
  return { ...of, ...(expires !== undefined && { expires }) };
}

/** Returns the clusters of an environment whose files say that they were made for a pull request. */
export function pullRequestClusters(
  { root, stacks }: Workspace,
  environment: string,
): PullRequestCluster[] {
  return stacks.flatMap((stack) => {
    if (stack.program !== 'user-cluster' || stack.environment !== environment) return [];
    const own = ownPullRequest(readFileSync(join(root, stack.file), 'utf8'));
    return own === undefined ? [] : [{ stack, ...own }];
  });
}
