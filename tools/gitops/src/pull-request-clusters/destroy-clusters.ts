// SPDX-License-Identifier: Apache-2.0
import { messageOf } from '@strata/contracts/message-of';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { lastUpdate } from '../deploy/last-update.ts';
import { beginUntil } from '../run/begin-until.ts';
import { isGood, runStacks } from '../run/run-stacks.ts';
import type { PullRequestState } from '../forge/pull-request-reader.ts';
import { isOver, leaseEnd } from './lease.ts';
import { pullRequestClusters } from './pull-request-clusters.ts';
import type { PullRequestCluster } from './pull-request-clusters.ts';
import type { EnvironmentConfig } from './read-pull-request-cluster-configs.ts';
import { wasDestroyed } from './was-destroyed.ts';
import { whyKept } from './why-kept.ts';
import type { ClusterRun } from './write-cluster-files.ts';

/** How the destroys of one run are made. */
export interface DestroyOptions {
  readonly reports: string;
  readonly parallel: number;
  /** Minutes after the start in which destroys may begin. @default as long as it takes */
  readonly beginWithin?: number;
}

/**
 * Milliseconds for which a cluster stays after its label was taken away: whoever wants a longer lease
 * takes the label away and sets it again, and the job may run in between.
 */
const labelMayComeBack = 600_000;

/**
 * Returns why a cluster is not needed any more; undefined as long as it is. The forge is asked for the end
 * of the lease, too: the later one may not be in the file yet, because its push was refused.
 */
function whyEnded(
  { expires }: PullRequestCluster,
  { grantedAt, isOpen, labelTakenAt }: PullRequestState,
  { label, leaseDays }: EnvironmentConfig,
  now: Date,
): string | undefined {
  if (!isOpen) return 'it is closed';
  if (labelTakenAt !== undefined) {
    const isForGood = now.getTime() - labelTakenAt >= labelMayComeBack;
    return isForGood ? `it has no label "${label}" any more` : undefined;
  }
  if (expires === undefined || !isOver(expires, now)) return undefined;
  const isLonger = grantedAt !== undefined && !isOver(leaseEnd(grantedAt, leaseDays), now);
  return isLonger ? undefined : `its lease has ended on ${expires}`;
}

const lostLabel = (label: string) =>
  `stays until its lease has ended, for nobody took its label "${label}" away: the label was renamed or deleted, or the settings name another one`;

/** Returns the clusters of an environment that are to be destroyed, and whether all was answered. */
async function endedClusters({ context, now, readerOf }: ClusterRun, config: EnvironmentConfig) {
  const ended: PullRequestCluster[] = [];
  let isWell = true;
  for (const cluster of pullRequestClusters(context.workspace, config.environment)) {
    const { number, repository: name, stack } = cluster;
    const tell = (line: string) => context.progress(`${stack.id} of ${name}#${number}: ${line}`);
    const repository = config.repositories.find((one) => one.name === name);
    if (repository === undefined) {
      tell('left to people, for the settings do not name its repository');
      continue;
    }
    try {
      const state = await readerOf(name).stateOf(number, config.label);
      const because = whyEnded(cluster, state, config, now);
      if (because === undefined) {
        if (!state.hasLabel && state.labelTakenAt === undefined) tell(lostLabel(config.label));
        continue;
      }
      const kept = whyKept(context.workspace.root, cluster, `${repository.clusters}-${number}`);
      if (kept === undefined) ended.push(cluster);
      tell(kept === undefined ? `to be destroyed, for ${because}` : `left to people, for ${kept}`);
    } catch (error) {
      isWell = false;
      tell(messageOf(error));
    }
  }
  return { ended, isWell };
}

/**
 * Whether the file of a cluster may go. That of a cluster that was never brought up stays until its
 * lease has ended: a deployment that was begun before may still make it, and the next run needs the file
 * to destroy it.
 */
async function mayGo({ context, now }: ClusterRun, { expires, stack }: PullRequestCluster) {
  if (expires === undefined || isOver(expires, now)) return true;
  const last = await lastUpdate(context, stack, new Map());
  return wasDestroyed(context.workspace.root, stack.file, last);
}

/**
 * Destroys the clusters of pull requests that are closed, have no label any more, or whose lease has
 * ended, and removes their files. The limits of a change do not count: what goes is one whole cluster
 * that was made to go. A forge that does not answer is never taken for a closed pull request.
 *
 * @returns whether nothing has failed.
 */
export async function destroyClusters(
  run: ClusterRun,
  configs: readonly EnvironmentConfig[],
  { beginWithin, parallel, reports }: DestroyOptions,
): Promise<boolean> {
  const { context, isDryRun } = run;
  const found = [];
  for (const config of configs) found.push(await endedClusters(run, config));
  const ended = found.flatMap((one) => one.ended);
  const isAnswered = found.every(({ isWell }) => isWell);
  if (isDryRun) {
    for (const { stack } of ended) context.print(`${stack.id}: would be destroyed`);
    return isAnswered;
  }
  const done = await runStacks(
    { ...context, beyondLimits: true },
    {
      operation: 'destroy',
      stacks: ended.map(({ stack }) => stack),
      reports,
      parallel,
      mayBegin: beginUntil(beginWithin),
    },
  );
  for (const cluster of ended) {
    const { file, id, stack: name } = cluster.stack;
    const report = done.find(({ stack }) => stack === name);
    if (report === undefined || !isGood(report)) continue;
    if (await mayGo(run, cluster)) {
      rmSync(join(context.workspace.root, file));
      context.print(`${id}: destroyed`);
    } else context.print(`${id}: never brought up; its file stays until its lease has ended`);
  }
  return isAnswered && done.every(isGood);
}
