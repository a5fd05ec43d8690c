// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import type { ClusterContext } from '../cluster-context.ts';
import { clusterExpiry } from './cluster-expiry.ts';

type Facts = Pick<ClusterContext, 'cluster' | 'config'>;

const runbook = 'docs/runbooks/delete-cluster.md';
const pullRequestGuide = 'docs/pull-request-clusters.md';

const counted = (days: number) => `${days} ${days === 1 ? 'day' : 'days'}`;

/** Returns what is said of a cluster that ends soon, or that is over; undefined for all others. */
export function expiryLine({ cluster, config }: Facts, now: Date): string | undefined {
  const { expires, pullRequest } = config;
  if (expires === undefined) return undefined;
  const { days, state } = clusterExpiry(expires, now);
  if (pullRequest !== undefined) {
    // Its end is near from the first day on, and nobody has to act before it.
    if (state !== 'over') return undefined;
    const { number, repository } = pullRequest;
    return (
      `the user cluster "${cluster}" of the pull request ${repository}#${number} expired on ${expires}, ` +
      `${counted(days)} ago, and is still there: ${pullRequestGuide} says why that may be`
    );
  }
  if (state === 'later') return undefined;
  const when =
    state === 'soon'
      ? `expires on ${expires}, in ${counted(days)}`
      : `expired on ${expires}, ${counted(days)} ago`;
  return (
    `the user cluster "${cluster}" ${when}. Nothing deletes it by itself: if it is still needed, set ` +
    `user-cluster:expires to a later day; if not, delete it as ${runbook} says`
  );
}

/**
 * Warns of a cluster that ends soon, or that is over: in previews, and in updates too, for a deployment
 * goes on to keep its keys valid.
 */
export async function announceExpiry(facts: Facts): Promise<void> {
  const line = expiryLine(facts, new Date());
  if (line !== undefined) await pulumi.log.warn(line);
}
