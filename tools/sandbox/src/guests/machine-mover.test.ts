// SPDX-License-Identifier: Apache-2.0
import type { Pod } from '../kubelet/pod.ts';
import { Launchers } from './launchers.ts';
import { MachineMover, type Movers } from './machine-mover.ts';
import type { MachineWriter } from './machine-writer.ts';
import type { MachineInstance } from './virtual-machine.ts';

const pod = (name: string, nodeName: string, podIP: string): Pod => ({
  metadata: { name, namespace: 'cluster-demo', uid: name },
  spec: { nodeName, containers: [] },
  status: { podIP },
});
const source = pod('launcher-a', 'host-1', '10.244.128.1');
const target = pod('launcher-b', 'host-2', '10.244.128.2');
const movers: Movers = {
  source,
  sourceHandler: pod('handler-1', 'host-1', '10.244.250.1'),
  target,
  targetHandler: pod('handler-2', 'host-2', '10.244.250.2'),
};

/** Returns a machine with an address of its own, whose move virt-controller has handed over. */
function bridged(status: MachineInstance['status'] = {}): MachineInstance {
  return {
    metadata: {
      name: 'md-a-0',
      namespace: 'cluster-demo',
      uid: 'u1',
      labels: {
        'kubevirt.io/nodeName': 'host-1',
        'kubevirt.io/migrationTargetNodeName': 'host-2',
      },
    },
    spec: {
      domain: { devices: { interfaces: [{ name: 'default', bridge: {} }] } },
      networks: [{ name: 'default', pod: {} }],
    },
    status: {
      phase: 'Running',
      nodeName: 'host-1',
      migrationState: { migrationUid: 'm1', targetNode: 'host-2', targetPod: 'launcher-b' },
      ...status,
    },
  };
}

/** MAC addresses of the machine's interfaces, which move with it. */
const macs = new Map([['eth0', '02:00:00:00:00:0a']]);

/** Returns two hosts, with an API that accepts what is written until it is told to refuse. */
function hosts() {
  const launchers = new Launchers();
  const [from, to] = [source, target].map((one) => launchers.of(one));
  from?.plugIn({ name: 'pa', address: '10.244.128.1', macs });
  to?.plugIn({ name: 'pb', address: '10.244.128.2', macs: new Map() });
  from?.boot();
  const state = { machine: bridged(), isTaken: true, by: '', events: [] as string[] };
  const writer = {
    change: async ({ handler }: { handler: Pod }, status: object, labels?: object) => {
      await Promise.resolve();
      if (!state.isTaken) return false;
      const { metadata } = state.machine;
      state.machine = {
        ...state.machine,
        metadata: { ...metadata, ...(labels && { labels: labels as Record<string, string> }) },
        status: { ...state.machine.status, ...status },
      };
      state.by = handler.metadata.name;
      return true;
    },
    tell: async (_: object, __: string, reason: string) => {
      await Promise.resolve();
      state.events.push(reason);
    },
  };
  const mover = new MachineMover({
    launchers,
    writer: writer as unknown as MachineWriter,
    log: () => undefined,
    again: () => undefined,
  });
  const step = () => mover.serve(state.machine, movers);
  return { state, from, to, step, mover };
}

/** Returns the machine as if the copying had begun long ago. */
function copied(machine: MachineInstance): MachineInstance {
  const { migrationState } = machine.status ?? {};
  const startTimestamp = '2026-01-01T00:00:00Z';
  return {
    ...machine,
    status: { ...machine.status, migrationState: { ...migrationState, startTimestamp } },
  };
}

test('a machine moves step by step, and the right host writes each step', async () => {
  const { state, from, to, step } = hosts();
  expect(await step()).toBe(true);
  expect([state.by, state.machine.status?.migrationState?.targetNodeAddress]).toEqual([
    'handler-2',
    '10.244.250.2',
  ]);
  expect(await step()).toBe(true);
  expect([state.by, state.events]).toEqual(['handler-1', ['Migrating']]);
  expect(await step()).toBe(true);
  expect(to?.hasBooted).toBe(false);
  state.machine = copied(state.machine);
  expect(await step()).toBe(true);
  expect([from?.hasMoved, to?.hasBooted, to?.network]).toEqual([
    true,
    true,
    { name: 'pa', address: '10.244.128.1', macs },
  ]);
  expect([state.by, state.events]).toEqual(['handler-2', ['Migrating', 'Migrated']]);
  expect(state.machine).toMatchObject({
    metadata: { labels: { 'kubevirt.io/nodeName': 'host-2' } },
    status: { phase: 'Running', nodeName: 'host-2' },
  });
  await step();
  expect(state.machine.status?.migrationState).toMatchObject({ completed: true });
  await step();
  expect(state.machine.metadata.labels).toEqual({ 'kubevirt.io/nodeName': 'host-2' });
  expect(await step()).toBe(false);
});

test('a handover that could not be written is written later, and the machine moves only once', async () => {
  const { state, from, to, step } = hosts();
  await step();
  await step();
  state.machine = copied(state.machine);
  state.isTaken = false;
  expect(await step()).toBe(true);
  expect([from?.hasMoved, state.machine.status?.nodeName]).toEqual([true, 'host-1']);
  state.isTaken = true;
  expect(await step()).toBe(true);
  expect([to?.hasBooted, state.machine.status?.nodeName]).toEqual([true, 'host-2']);
});

test('a machine that is being deleted, or whose new pod does not exist yet, does not move', async () => {
  const { state, from, mover } = hosts();
  const { machine } = state;
  const metadata = { ...machine.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' };
  expect(await mover.serve({ ...machine, metadata }, movers)).toBe(false);
  expect(await mover.serve(machine, { ...movers, target: undefined })).toBe(false);
  expect(await mover.serve(machine, { ...movers, targetHandler: undefined })).toBe(false);
  expect([state.by, from?.hasMoved]).toEqual(['', false]);
});

test('the move of a machine that stands still by an I/O error fails, and the machine stays', async () => {
  const { state, from, to, step } = hosts();
  await step();
  await step();
  state.machine = copied(state.machine);
  from?.pause();
  expect(await step()).toBe(true);
  expect([from?.hasMoved, to?.hasBooted, state.by]).toEqual([false, false, 'handler-2']);
  expect(state.machine).toMatchObject({
    metadata: { labels: { 'kubevirt.io/nodeName': 'host-1' } },
    status: { nodeName: 'host-1', migrationState: { failed: true, completed: true } },
  });
  await step();
  expect(state.machine.metadata.labels).toEqual({ 'kubevirt.io/nodeName': 'host-1' });
});

test('a move that is called off ends with a warning; one whose machine has arrived does not end so', async () => {
  const calledOff = ({ state }: ReturnType<typeof hosts>) => {
    const { machine } = state;
    const migrationState = { ...machine.status?.migrationState, abortRequested: true };
    state.machine = { ...machine, status: { ...machine.status, migrationState } };
  };
  const early = hosts();
  await early.step();
  await early.step();
  calledOff(early);
  await early.step();
  expect([early.from?.hasMoved, early.state.events]).toEqual([false, ['Migrating', 'Migrated']]);
  expect(early.state.machine.status?.migrationState).toMatchObject({ failed: true });

  const late = hosts();
  await late.step();
  await late.step();
  late.state.machine = copied(late.state.machine);
  late.state.isTaken = false;
  await late.step();
  late.state.isTaken = true;
  calledOff(late);
  await late.step();
  expect(late.state.machine.status?.migrationState?.failed).toBeUndefined();
  expect(late.state.machine.status?.nodeName).toBe('host-2');
});
