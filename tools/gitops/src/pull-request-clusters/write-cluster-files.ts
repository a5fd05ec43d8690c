// SPDX-License-Identifier: Apache-2.0
import { messageOf } from '@strata/contracts/message-of';
import { writeUserCluster } from '@strata/nx-pulumi/write-user-cluster';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandContext } from '../commands/command.ts';
import type { PullRequestReader, PullRequestState } from '../forge/pull-request-reader.ts';
import { isOver, leaseEnd } from './lease.ts';
import { pullRequestClusters } from './pull-request-clusters.ts';
import type { PullRequestCluster } from './pull-request-clusters.ts';
import type { EnvironmentConfig } from './read-pull-request-cluster-configs.ts';

/** Surroundings of the commands about clusters of pull requests. */
export interface ClusterRun {
  readonly context: CommandContext;
  /** Returns the reader of a repository's pull requests. */
  readonly readerOf: (repository: string) => PullRequestReader;
  readonly now: Date;
  /** Whether it only says what it would do. */
  readonly isDryRun: boolean;
}

type Repository = EnvironmentConfig['repositories'][number];

/** Pull requests of one repository in one environment, and the run that looks after them. */
interface Part extends ClusterRun {
  readonly config: EnvironmentConfig;
  readonly repository: Repository;
  readonly reader: PullRequestReader;
}

/** Says why the day of a pull request is not granted; undefined when it is. */
function whyNot({ grantedAt, hasLabel, isOpen }: PullRequestState, { config }: Part) {
  if (!isOpen || !hasLabel) return 'it is closed, or its label is gone';
  if (grantedAt !== undefined) return undefined;
  return `its label "${config.label}" was not set by a person who may write to the repository`;
}

/** Sets the end of a cluster whose label was set again, or whose pull request was opened again. */
async function extendLease(part: Part, { expires, number, stack }: PullRequestCluster) {
  const { config, context, isDryRun, reader } = part;
  const { grantedAt } = await reader.stateOf(number, config.label);
  if (grantedAt === undefined || expires === undefined) return;
  const end = leaseEnd(grantedAt, config.leaseDays);
  if (end <= expires) return;
  const path = join(context.workspace.root, stack.file);
  const text = readFileSync(path, 'utf8');
  const changed = text.replace(/^( *user-cluster:expires: *)\S+/m, `$1${end}`);
  if (changed === text) throw new Error(`write "user-cluster:expires: ${end}" into ${stack.file}`);
  if (!isDryRun) writeFileSync(path, changed);
  context.print(`${stack.id}: stays until ${end}`);
}

/** Makes the cluster of one pull request. Returns whether there is one more. */
async function make(part: Part, number: number, isFull: boolean): Promise<boolean> {
  const { config, context, isDryRun, now, reader, repository } = part;
  const { environment, label, leaseDays, most, profiles } = config;
  const pullRequest = `${repository.name}#${number}`;
  const tell = (line: string) => context.progress(`${pullRequest}: ${line}`);
  const state = await reader.stateOf(number, label);
  const reason = whyNot(state, part);
  if (reason !== undefined) tell(`no cluster, for ${reason}`);
  if (reason !== undefined || state.grantedAt === undefined) return false;
  const expires = leaseEnd(state.grantedAt, leaseDays);
  if (isOver(expires, now)) {
    tell(
      `no cluster, for its lease has ended on ${expires}; a label that is set again begins a new one`,
    );
    return false;
  }
  if (isFull) {
    tell(`no cluster yet, for "${environment}" has ${most} of them, which is the most that it may`);
    return false;
  }
  const name = `${repository.clusters}-${number}`;
  if (!isDryRun) {
    const profile = profiles.join(',');
    const options = { environment, name, profile, pullRequest, expires };
    writeUserCluster(context.workspace.root, options);
  }
  context.print(`user-cluster/${environment}.${name}: made for ${pullRequest}, until ${expires}`);
  return true;
}

/**
 * Writes the files of clusters for pull requests: those that are missing, and later ends of those that
 * are there. A second run changes nothing. What fails for one pull request or repository keeps no other
 * one from its cluster.
 *
 * @returns whether nothing has failed.
 */
export async function writeClusterFiles(
  run: ClusterRun,
  configs: readonly EnvironmentConfig[],
): Promise<boolean> {
  const { context, readerOf } = run;
  let isWell = true;
  const attempt = async <T>(what: string, task: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await task();
    } catch (error) {
      isWell = false;
      context.progress(`${what}: ${messageOf(error)}`);
      return undefined;
    }
  };
  for (const config of configs) {
    const own = pullRequestClusters(context.workspace, config.environment);
    let count = own.length;
    for (const repository of config.repositories) {
      const { name } = repository;
      const part = { ...run, config, repository, reader: readerOf(name) };
      const there = own.filter((one) => one.repository === name);
      for (const cluster of there) {
        await attempt(cluster.stack.id, () => extendLease(part, cluster));
      }
      const labelled = await attempt(name, () => part.reader.labelled(config.label));
      const numbers = there.map(({ number }) => number);
      for (const number of (labelled ?? []).filter((one) => !numbers.includes(one))) {
        const isFull = count >= config.most;
        const isMade = await attempt(`${name}#${number}`, () => make(part, number, isFull));
        if (isMade === true) count += 1;
      }
    }
  }
  return isWell;
}
