// SPDX-License-Identifier: Apache-2.0
import { migrationChange, migrationStage } from './migration-stage.ts';
import type { MachineInstance, MigrationState } from './virtual-machine.ts';

const now = new Date('2026-01-01T00:01:00Z');
const handedOff: MigrationState = {
  migrationUid: 'm1',
  sourceNode: 'host-1',
  targetNode: 'host-2',
  targetPod: 'launcher-b',
};

function machine(
  change: Partial<MigrationState> | undefined = {},
  labels: Record<string, string> = { 'kubevirt.io/migrationTargetNodeName': 'host-2' },
): MachineInstance {
  return {
    metadata: {
      name: 'workers-0',
      namespace: 'cluster-demo',
      uid: 'u1',
      labels: { 'kubevirt.io/nodeName': 'host-1', ...labels },
    },
    spec: {},
    status: {
      phase: 'Running',
      nodeName: 'host-1',
      evacuationNodeName: 'host-1',
      migrationState: { ...handedOff, ...change },
    },
  };
}

const listening = { targetNodeAddress: '10.244.250.2' };
const begun = { ...listening, startTimestamp: '2026-01-01T00:00:59Z' };
const arrived = { ...begun, endTimestamp: '2026-01-01T00:01:00Z' };

test.each<[string | undefined, Partial<MigrationState>, number]>([
  ['prepare', {}, 0],
  ['begin', listening, 0],
  ['begin', { ...listening, startTimestamp: null, endTimestamp: null }, 0],
  ['copy', begun, 0],
  ['hand-over', begun, 500],
  ['finalize', arrived, 0],
  ['clean-up', { ...arrived, completed: true }, 0],
  ['clean-up', { ...arrived, failed: true }, 0],
  ['abort', { ...begun, abortRequested: true }, 0],
  [undefined, { failed: true }, 0],
])('the next stage is %s with %j, %i ms later', (stage, state, later) => {
  expect(migrationStage(machine(state), new Date(now.getTime() + later))).toBe(stage);
});

test('a machine that virt-controller has not handed over does not move', () => {
  expect(migrationStage(machine({}, {}), now)).toBeUndefined();
  expect(migrationStage({ ...machine(), status: { phase: 'Running' } }, now)).toBeUndefined();
});

test('the new host reports where it listens, and the old host when it begins', () => {
  expect(migrationChange(machine(), 'prepare', '10.244.250.2', now)).toEqual({
    status: {
      migrationState: {
        ...handedOff,
        targetNodeAddress: '10.244.250.2',
        targetDirectMigrationNodePorts: { '44321': 0 },
      },
    },
  });
  expect(migrationChange(machine(listening), 'begin', '', now)).toEqual({
    status: {
      migrationState: {
        ...handedOff,
        ...listening,
        startTimestamp: '2026-01-01T00:01:00Z',
        mode: 'PreCopy',
      },
    },
  });
});

// Proves: drains-and-updates.live-migration-rules
test('at the handover the machine belongs to its new host, and is no longer evacuated', () => {
  expect(migrationChange(machine(begun), 'hand-over', '', now)).toEqual({
    status: {
      nodeName: 'host-2',
      evacuationNodeName: undefined,
      launcherContainerImageVersion: undefined,
      migrationTransport: 'Unix',
      migrationState: {
        ...handedOff,
        ...begun,
        targetNodeDomainDetected: true,
        targetNodeDomainReadyTimestamp: '2026-01-01T00:01:00Z',
        endTimestamp: '2026-01-01T00:01:00Z',
      },
    },
    labels: {
      'kubevirt.io/nodeName': 'host-2',
      'kubevirt.io/migrationTargetNodeName': 'host-2',
    },
  });
});

test('after the handover the move is completed, and the new host removes its label', () => {
  expect(migrationChange(machine(arrived), 'finalize', '', now).status).toEqual({
    migrationState: { ...handedOff, ...arrived, completed: true },
  });
  expect(migrationChange(machine(arrived), 'clean-up', '', now)).toEqual({
    labels: { 'kubevirt.io/nodeName': 'host-1' },
  });
});

test('a move that is called off has failed, with a reason, and is not completed', () => {
  const state = { ...begun, abortRequested: true };
  const { status } = migrationChange(machine(state), 'abort', '', now);
  expect(status?.migrationState).toEqual({
    ...handedOff,
    ...state,
    failed: true,
    failureReason: 'Live migration aborted ',
    abortStatus: 'Succeeded',
    endTimestamp: '2026-01-01T00:01:00Z',
  });
});

test('the move of a machine that stands still has failed, and the machine keeps its host', () => {
  expect(migrationChange(machine(begun), 'stand-still', '', now)).toEqual({
    status: {
      migrationState: {
        ...handedOff,
        ...begun,
        failed: true,
        completed: true,
        endTimestamp: '2026-01-01T00:01:00Z',
      },
    },
  });
});
