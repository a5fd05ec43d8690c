// SPDX-License-Identifier: Apache-2.0
import { ProveError } from '../prove-error.ts';
import type { RestorePod, TenantNamespace } from './tenant-namespace.ts';

/** Container that changes the disks. */
const writer = 'write';

/** Returns whether the disks may have been changed. A pod that is gone tells nothing, so it may have changed them. */
export function mayHaveWritten(pods: readonly RestorePod[]): boolean {
  if (pods.length === 0) return true;
  return pods.some(({ status }) =>
    status.containerStatuses.some(
      ({ name, state }) =>
        name === writer && (state.running !== undefined || state.terminated !== undefined),
    ),
  );
}

/** Returns the container that has failed, with its pod. */
function failedContainer(pods: readonly RestorePod[]) {
  const all = pods.flatMap(({ metadata, status }) =>
    [...status.initContainerStatuses, ...status.containerStatuses].map((container) => ({
      pod: metadata.name,
      container,
    })),
  );
  return all.find(({ container }) => (container.state.terminated?.exitCode ?? 0) !== 0);
}

/** Returns the step in which the Job is, for people. */
export function stepOfJob(pods: readonly RestorePod[]): string {
  const all = pods.flatMap(({ status }) => [
    ...status.initContainerStatuses,
    ...status.containerStatuses,
  ]);
  const { name, state } =
    all.find(({ state: one }) => one.running !== undefined) ??
    all.find(({ state: one }) => one.waiting !== undefined) ??
    {};
  if (name === undefined) {
    const unscheduled = pods
      .flatMap(({ status: { conditions } }) => conditions)
      .find(({ status, type }) => type === 'PodScheduled' && status === 'False');
    const why = unscheduled?.message === undefined ? '' : `: ${unscheduled.message}`;
    return `waiting for the pod of the restore${why}`;
  }
  const waits = state?.waiting?.reason;
  return waits === undefined || waits === 'PodInitializing'
    ? `restoring: ${name}`
    : `restoring: ${name} (${waits})`;
}

/** Returns why the Job has failed, with what to do. */
export async function jobFailure(namespace: TenantNamespace): Promise<ProveError> {
  const pods = await namespace.restorePods();
  const failed = failedContainer(pods);
  const said =
    failed === undefined
      ? 'it took too long, or its pod is gone. '
      : `its step ${failed.container.name} says:\n${await namespace.said(failed.pod, failed.container.name)}\n`;
  const written = mayHaveWritten(pods)
    ? 'Disks may be half written. The former data is in the repository with the tag before-restore. Mend that, and run the same command again.'
    : 'No disk was changed. Mend that and run the same command again, or start the machines as they were by --give-up.';
  return new ProveError(`The Job etcd-restore of ${namespace.name} has failed: ${said}${written}`);
}
