// SPDX-License-Identifier: Apache-2.0
import { timeOf, type StatusChange } from './machine-status.ts';
import type { MachineInstance, MigrationState } from './virtual-machine.ts';

/** On a machine that virt-controller has handed to the handler of the host to which it is to move. */
export const targetLabel = 'kubevirt.io/migrationTargetNodeName';

/** On every machine: its host. */
export const hostLabel = 'kubevirt.io/nodeName';

/** How long the memory of a machine takes to get to its new host, in milliseconds. */
export const copyTime = 1_500;

/**
 * What comes next in a machine's move:
 *
 * - `prepare`: the new host says where it listens;
 * - `begin`: the old host starts to copy;
 * - `copy`: it copies;
 * - `hand-over`: the machine goes on, on its new host;
 * - `finalize`, `clean-up`: the new host says that all is done, and lets go of the move;
 * - `abort`: somebody called it off.
 */
export type MigrationStage =
  'prepare' | 'begin' | 'copy' | 'hand-over' | 'finalize' | 'clean-up' | 'abort';

/** Where a machine's move stands; undefined for one that does not move. */
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

/** What the handlers write of a move, by its stage. */
export interface MigrationChange {
  readonly status?: StatusChange;
  /** All of the machine's from now on. */
  readonly labels?: Readonly<Record<string, string>>;
}

/**
 * What a handler writes when a stage is done.
 *
 * @param listensAt - The new host's address.
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-handler/migration-target.go
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-handler/migration-source.go
 */
export function migrationChange(
  machine: MachineInstance,
  stage: Exclude<MigrationStage, 'copy'>,
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
      return move({ endTimestamp: time, completed: true, failed: true, abortStatus: 'Succeeded' });
    case 'clean-up':
      return { labels: without(labels, targetLabel) };
  }
}

/** Ports of the new host, and of the pod behind them: of the machine's memory alone. */
const migrationPorts = { '44321': 0 };

function hasTime(time: string | null | undefined): time is string {
  return time !== undefined && time !== null;
}

function without(labels: Readonly<Record<string, string>>, gone: string) {
  return Object.fromEntries(Object.entries(labels).filter(([key]) => key !== gone));
}
