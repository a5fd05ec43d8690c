// SPDX-License-Identifier: Apache-2.0
import { ProveError } from '../prove-error.ts';
import type { FoundRestore, RestorePod, TenantNamespace } from './tenant-namespace.ts';

/** Container that changes the disks. */
const writer = 'write';

/** Container that stores the former data. */
const keeper = 'keep';

/** Returns whether the disks may have been changed. A pod that is gone tells nothing, so it may have changed them. */
export function mayHaveWritten(
  { failedPods, isDisturbed }: Pick<FoundRestore, 'failedPods' | 'isDisturbed'>,
  pods: readonly RestorePod[],
): boolean {
  if (isDisturbed) return true;
  // The Job counts each pod that it has made and that is gone.
  if (pods.length === 0) return failedPods > 0;
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

/** Says what became of the disks, and what to do. */
function stateOfDisks(found: FoundRestore, pods: readonly RestorePod[]): string {
  if (!mayHaveWritten(found, pods)) {
    return 'No disk was changed. Mend that and run the same command again, or start the machines as they were by --give-up.';
  }
  if (pods.length === 0) {
    return 'Nobody knows whether disks were written. Mend that, and run the same command again.';
  }
  const isKept = pods.some(({ status }) =>
    status.initContainerStatuses.some(
      ({ name, state }) => name === keeper && state.terminated?.exitCode === 0,
    ),
  );
  const kept = isKept ? ' The former data is in the repository with the tag before-restore.' : '';
  return `Disks may be half written.${kept} Mend that, and run the same command again.`;
}

/** Returns why the Job has failed, with what to do. */
export async function jobFailure(
  namespace: TenantNamespace,
  found: FoundRestore,
): Promise<ProveError> {
  const pods = await namespace.restorePods();
  const failed = failedContainer(pods);
  const said =
    failed === undefined
      ? pods.length === 0
        ? 'its pod is gone. '
        : 'it took too long. '
      : `its step ${failed.container.name} says:\n${await namespace.said(failed.pod, failed.container.name)}\n`;
  return new ProveError(
    `The Job etcd-restore of ${namespace.name} has failed: ${said}${stateOfDisks(found, pods)}`,
  );
}
