// SPDX-License-Identifier: Apache-2.0
import { timeOf, type StatusChange } from './machine-status.ts';
import type { MachineInstance, MigrationState } from './virtual-machine.ts';

/** Label of a machine that virt-controller has handed to the handler of its new host. */
export const targetLabel = 'kubevirt.io/migrationTargetNodeName';

/** Label of every machine with the name of its host. */
export const hostLabel = 'kubevirt.io/nodeName';

/** Milliseconds in which a machine's memory is copied to its new host. */
export const copyTime = 1_500;

/**
 * Next stage of a machine's move:
 *
 * - `prepare`: the new host reports where it listens;
 * - `begin`: the old host starts to copy;
 * - `copy`: it copies;
 * - `hand-over`: the machine continues to run, on its new host;
 * - `finalize`, `clean-up`: the new host reports the end, then removes the label of the move;
 * - `abort`: somebody called the move off.
 */
export type MigrationStage =
  | 'prepare'
  | 'begin'
  | 'copy'
  | 'hand-over'
  | 'finalize'
  | 'clean-up'
  | 'abort';

/** Returns the stage of a machine's move; undefined for a machine that does not move. */
export function migrationStage(
  { metadata, status }: MachineInstance,
  now = new Date(),
): MigrationStage | undefined {
  const state = status?.migrationState;
  if (state === undefined || metadata.labels?.[targetLabel] === undefined) return undefined;
  const { startTimestamp, endTimestamp } = state;
  const isOver = state.completed === true || state.failed === true;
  if (hasTime(endTimestamp)) return isOver ? 'clean-up' : 'finalize';
  if (isOver) return undefined;
  if (state.abortRequested === true) return 'abort';
  if ((state.targetNodeAddress ?? '') === '') return 'prepare';
  if (!hasTime(startTimestamp)) return 'begin';
  return now.getTime() - Date.parse(startTimestamp) < copyTime ? 'copy' : 'hand-over';
}

/** Reason of a move that was called off, with the space that upstream writes. */
export const abortReason = 'Live migration aborted ';

/** Changes that the handlers write at a stage of a move. */
export interface MigrationChange {
  readonly status?: StatusChange;
  /** All labels of the machine from now on. */
  readonly labels?: Readonly<Record<string, string>>;
}

/**
 * Returns the change that a handler writes when a stage is done, or when it finds that the machine stands still
 * on its new host.
 *
 * @param listensAt - Address of the new host.
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-handler/migration-target.go (updateStatus)
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-handler/migration-source.go (setMigrationProgressStatus)
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-launcher/virtwrap/live-migration-source.go
 * (setMigrationResultHelper)
 */
export function migrationChange(
  machine: MachineInstance,
  stage: Exclude<MigrationStage, 'copy'> | 'stand-still',
  listensAt: string,
  now = new Date(),
): MigrationChange {
  const { labels = {} } = machine.metadata;
  const time = timeOf(now);
  const move = (change: Partial<MigrationState>, more: StatusChange = {}): MigrationChange => ({
    status: { ...more, migrationState: { ...machine.status?.migrationState, ...change } },
  });
  switch (stage) {
    case 'prepare':
      return move({
        targetNodeAddress: listensAt,
        targetDirectMigrationNodePorts: migrationPorts,
      });
    case 'begin':
      return move({ startTimestamp: time, mode: 'PreCopy' });
    case 'hand-over': {
      const host = machine.status?.migrationState?.targetNode ?? '';
      const arrival = {
        targetNodeDomainDetected: true,
        targetNodeDomainReadyTimestamp: time,
        endTimestamp: time,
      };
      return {
        ...move(arrival, {
          nodeName: host,
          evacuationNodeName: undefined,
          launcherContainerImageVersion: undefined,
          migrationTransport: 'Unix',
        }),
        labels: { ...labels, [hostLabel]: host },
      };
    }
    case 'finalize':
      return move({ completed: true });
    case 'abort':
      return move({
        endTimestamp: time,
        failed: true,
        failureReason: abortReason,
        abortStatus: 'Succeeded',
      });
    case 'stand-still':
      return move({ endTimestamp: time, failed: true, completed: true });
    case 'clean-up':
      return { labels: without(labels, targetLabel) };
  }
}

/** Ports of the new host, mapped to ports of the pod; only the memory is migrated over them. */
const migrationPorts = { '44321': 0 };

function hasTime(time: string | null | undefined): time is string {
  return time !== undefined && time !== null;
}

function without(labels: Readonly<Record<string, string>>, gone: string) {
  return Object.fromEntries(Object.entries(labels).filter(([key]) => key !== gone));
}
