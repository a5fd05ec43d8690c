// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from '@strata/cluster-client';
import type { RestoreRequest } from '@strata/user-cluster/restore';
import type { Tell } from '../progress.ts';
import { ProveError } from '../prove-error.ts';
import type { FoundMachine } from './found-machine.ts';
import { giveJoinToken } from './give-join-token.ts';
import type { JoinToken } from './give-join-token.ts';
import { renewWorkers } from './renew-workers.ts';
import { jobFailure, mayHaveWritten, stepOfJob } from './restore-job.ts';
import type { FoundRestore, TenantNamespace } from './tenant-namespace.ts';
import { until } from './wait.ts';
import type { Patience } from './wait.ts';

/** Arguments of {@link carryOut}. */
export interface RestoreWork {
  readonly namespace: TenantNamespace;
  /** Of the user cluster. */
  readonly api: ApiClient;
  readonly request: RestoreRequest;
  /** A secret. */
  readonly joinToken: JoinToken;
  /** Renders the Job of the request. */
  readonly renderJob: () => object;
  readonly patience: Patience;
  readonly tell: Tell;
}

/** Minutes that a backup may take that is being made; see backup/backup-times.ts. */
const backupMinutes = 65;

/** Minutes that the Job may take, with its image and its place on a host. */
const jobMinutes = 75;

/** Minutes in which a control plane starts. */
const startMinutes = 30;

const isMember = ({ members }: RestoreRequest, { name }: FoundMachine) =>
  members.some((one) => one.name === name);

async function controlPlane({ namespace, request }: RestoreWork): Promise<readonly FoundMachine[]> {
  return (await namespace.machines()).filter((one) => isMember(request, one));
}

async function pauseBackups({ namespace, patience, tell }: RestoreWork): Promise<void> {
  tell('suspending the backups');
  await namespace.suspendBackups(true);
  await until('the backup that is being made ends', backupMinutes, patience, async () =>
    (await namespace.runningBackup()) === undefined ? true : undefined,
  );
}

async function stopControlPlane(work: RestoreWork): Promise<void> {
  const { namespace, patience, tell } = work;
  const machines = await controlPlane(work);
  tell(`stopping ${machines.map(({ name }) => name).join(', ')}`);
  for (const { isOff, name } of machines) if (!isOff) await namespace.switch(name, 'Halted');
  for (const { graceSeconds, name } of machines) {
    const minutes = Math.ceil(graceSeconds / 60) + 10;
    await until(`${name} has stopped`, minutes, patience, async () =>
      (await namespace.runs(name)) ? undefined : true,
    );
  }
}

/** Removes a Job that has failed, and waits until none of its pods has a disk any more. */
async function removeJob({ namespace, patience }: Pick<RestoreWork, 'namespace' | 'patience'>) {
  await namespace.deleteRestore();
  await until('the Job etcd-restore and its pods are gone', 5, patience, async () =>
    (await namespace.restore()) === undefined && (await namespace.restorePods()).length === 0
      ? true
      : undefined,
  );
}

/** Whether two requests are one, with the same former data given up. */
function isSame(one: RestoreRequest, other: RestoreRequest): boolean {
  const former = ({ withoutFormer = [] }: RestoreRequest) => withoutFormer.join();
  return one.asked === other.asked && former(one) === former(other);
}

/** Makes sure that the Job of this request is there; it is also the record of the restore. */
async function recordRestore(work: RestoreWork): Promise<void> {
  const { namespace, renderJob } = work;
  const found = await namespace.restore();
  if (found !== undefined) {
    const isSpent = found.state === 'failed' || found.ended !== undefined || found.isDisturbed;
    if (!isSpent && isSame(found.request, work.request)) return;
    if (!isSpent && found.state === 'running') {
      throw new ProveError(
        'The Job etcd-restore runs: wait until it has ended, then run the same command again.',
      );
    }
    await removeJob(work);
  }
  await namespace.createRestore(renderJob());
}

/** Ends the pod of a Job that runs, so that nobody writes to a disk any more. */
async function holdJob({ namespace, patience }: RestoreWork, { state }: FoundRestore) {
  if (state !== 'running') return;
  await namespace.letRestore('wait');
  await until('the pod of the Job etcd-restore is gone', 5, patience, async () =>
    (await namespace.restorePods()).length === 0 ? true : undefined,
  );
}

/**
 * Ends a Job whose disks a machine uses, too. It is looked at as often as the Job: a repair of drift or a
 * deployment starts machines that are off, and no volume that several hosts can have keeps the second user away.
 */
async function refuseDisturbance(work: RestoreWork): Promise<void> {
  const { namespace } = work;
  const started: string[] = [];
  for (const { isOff, name } of await controlPlane(work)) {
    if (!isOff || (await namespace.runs(name))) started.push(name);
  }
  if (started.length === 0) return;
  const names = started.join(', ');
  await namespace.markDisturbed(names);
  const found = await namespace.restore();
  if (found !== undefined) await holdJob(work, found);
  throw new ProveError(
    `Somebody has started ${names} while the Job etcd-restore wrote the disks: the Job is stopped, and nobody may trust the disks. Stop deployments and repairs of drift, and run the same command again: it writes all disks anew.`,
  );
}

async function writeDisks(work: RestoreWork): Promise<void> {
  const { namespace, patience, tell } = work;
  await namespace.letRestore('run');
  let told = '';
  const ended = await until('the Job etcd-restore ends', jobMinutes, patience, async () => {
    const found = await namespace.restore();
    if (found === undefined) throw new ProveError('Somebody has deleted the Job etcd-restore.');
    await refuseDisturbance(work);
    if (found.state === 'done' || found.state === 'failed') return found;
    const step = stepOfJob(await namespace.restorePods());
    if (step !== told) tell(step);
    told = step;
    return undefined;
  });
  if (ended.state === 'failed') throw await jobFailure(namespace, ended);
}

async function startControlPlane(work: RestoreWork): Promise<void> {
  const { api, namespace, patience, tell } = work;
  const machines = await controlPlane(work);
  tell(`starting ${machines.map(({ name }) => name).join(', ')}`);
  for (const { isOff, name } of machines) if (isOff) await namespace.switch(name, 'Always');
  await until('the machines of the control plane are ready', startMinutes, patience, async () =>
    (await controlPlane(work)).every(({ isReady }) => isReady) ? true : undefined,
  );
  await until('the API answers', startMinutes, patience, async () =>
    (await api.text('/readyz')) === 'ok' ? true : undefined,
  );
}

/**
 * Restores a backup, or goes on with a restore that was interrupted. Where it was is read from the
 * objects of the infra cluster: the Job, which machines are on, and how old workers and nodes are.
 *
 * @throws ProveError when a step cannot be done; the same call goes on there.
 */
export async function carryOut(work: RestoreWork): Promise<void> {
  const { namespace, tell } = work;
  const before = await namespace.restore();
  if (before?.ended !== undefined && before.request.asked === work.request.asked) return;
  if (before?.state !== 'done' || before.ended !== undefined || before.isDisturbed) {
    // Whoever has started a machine meanwhile has done so before this run stops it again.
    if (before?.state === 'running') await refuseDisturbance(work);
    await recordRestore(work);
    await pauseBackups(work);
    await stopControlPlane(work);
    await writeDisks(work);
  }
  await startControlPlane(work);
  const written = (await namespace.restore())?.written;
  if (written === undefined)
    throw new ProveError('The Job etcd-restore does not say when it ended.');
  await giveJoinToken({ ...work, stack: work.request.host, asked: work.request.asked });
  await renewWorkers(work, written);
  tell('letting backups go on');
  await namespace.suspendBackups(false);
  await namespace.endRestore(new Date().toISOString());
}

/**
 * Ends a restore that has written nothing: the machines start as they were.
 *
 * @throws ProveError when disks may have been written.
 */
export async function giveUp(work: RestoreWork): Promise<void> {
  const { namespace } = work;
  const found = await namespace.restore();
  if (found === undefined || found.ended !== undefined) {
    throw new ProveError('No restore goes on that could be given up.');
  }
  if (mayHaveWritten(found, await namespace.restorePods())) {
    throw new ProveError(
      'Disks may have been written, so the machines cannot start as they were: run the restore again without --give-up.',
    );
  }
  await holdJob(work, found);
  await startControlPlane(work);
  await namespace.suspendBackups(false);
  // The record goes last: a run that is killed before finds it, and ends what is left.
  await removeJob(work);
}
