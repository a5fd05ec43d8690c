// SPDX-License-Identifier: Apache-2.0
import {
  endingOf,
  enterPhase,
  failedChange,
  runningChange,
  scheduledChange,
} from './machine-status.ts';
import type { MachineInstance } from './virtual-machine.ts';

const now = new Date('2026-11-21T10:00:00.123Z');

function machine(status: MachineInstance['status'], spec: object = {}): MachineInstance {
  return {
    metadata: { name: 'workers-0', namespace: 'cluster-demo', uid: 'u1' },
    spec: {
      domain: {
        devices: {
          interfaces: [
            { name: 'default', masquerade: {} },
            { name: 'vlan', bridge: {} },
          ],
        },
      },
      networks: [{ name: 'default', pod: {} }, { name: 'vlan' }],
      ...spec,
    },
    ...(status !== undefined && { status }),
  };
}

test('adds a phase and its time after those before', () => {
  const before = [{ phase: 'Scheduled', phaseTransitionTimestamp: '2026-11-21T09:59:00Z' }];
  expect(enterPhase(machine({ phaseTransitionTimestamps: before }), 'Running', now)).toEqual({
    phase: 'Running',
    phaseTransitionTimestamps: [
      ...before,
      { phase: 'Running', phaseTransitionTimestamp: '2026-11-21T10:00:00Z' },
    ],
  });
});

const pod = {
  name: 'p1',
  address: '10.244.128.7',
  macs: new Map([
    ['eth0', '02:00:00:00:00:01'],
    ['podc3b258168c4', '02:00:00:00:00:02'],
  ]),
};

const running = { network: pod, isPaused: false, kubevirt: '1.8.4' };

test("reports its pod's addresses for a running machine, on the pod network alone", () => {
  const change = runningChange(machine({}), running, now);
  expect(change).toEqual({
    selinuxContext: 'none',
    interfaces: [
      {
        name: 'default',
        mac: '02:00:00:00:00:01',
        infoSource: 'domain',
        queueCount: 1,
        linkState: 'up',
        ipAddress: '10.244.128.7',
        ipAddresses: ['10.244.128.7', 'fd00:244::8007'],
      },
      {
        name: 'vlan',
        mac: '02:00:00:00:00:02',
        infoSource: 'domain',
        queueCount: 1,
        linkState: 'up',
      },
    ],
    conditions: [
      {
        type: 'LiveMigratable',
        status: 'True',
        lastProbeTime: '2026-11-21T10:00:00Z',
        lastTransitionTime: '2026-11-21T10:00:00Z',
      },
    ],
    migrationMethod: 'LiveMigration',
  });
  const said = machine({ ...change });
  expect(runningChange(said, running)).toBeUndefined();
});

test.each([
  ['masquerade', '1.7.0', ['10.244.128.7', 'fd00:244::8007']],
  ['masquerade', '1.9.0', ['10.244.128.7', 'fd00:244::8007']],
  ['bridge', '1.7.0', ['10.244.128.7', 'fd00:244::8007']],
  ['bridge', '1.8.4', ['10.244.128.7']],
  ['bridge', '1.9.0', ['10.244.128.7']],
])('with %s, KubeVirt %s reports the addresses %j', (binding, kubevirt, ipAddresses) => {
  const spec = {
    domain: { devices: { interfaces: [{ name: 'default', [binding]: {} }] } },
    networks: [{ name: 'default', pod: {} }],
  };
  const change = runningChange(machine({}, spec), { ...running, kubevirt }, now);
  expect(change?.interfaces?.[0]).toMatchObject({ ipAddress: '10.244.128.7', ipAddresses });
});

test("keeps what virt-controller says of interfaces, and lists the pod network's first", () => {
  const { networks = [], domain } = machine({}).spec;
  const interfaces = [...(domain?.devices?.interfaces ?? [])].reverse();
  const said = [
    { name: 'vlan', infoSource: 'domain, multus-status', podInterfaceName: 'podc3b258168c4' },
    { name: 'default', podInterfaceName: 'eth0' },
  ];
  const turned = { networks, domain: { devices: { interfaces } } };
  const change = runningChange(machine({ interfaces: said }, turned), running, now);
  expect(change?.interfaces).toMatchObject([
    { name: 'default', infoSource: 'domain', podInterfaceName: 'eth0' },
    { name: 'vlan', infoSource: 'domain, multus-status', podInterfaceName: 'podc3b258168c4' },
  ]);
});

test("names an interface that its pod lacks, as the pod's network would call it", () => {
  const none = { ...pod, macs: new Map([['eth0', '02:00:00:00:00:01']]) };
  expect(() => runningChange(machine({}), { ...running, network: none })).toThrow(
    'the pod has no interface podc3b258168c4, of network vlan',
  );
});

test('keeps conditions that others have set', () => {
  const ready = { type: 'Ready', status: 'True' };
  const change = runningChange(machine({ conditions: [ready] }), running, now);
  expect(change?.conditions?.map(({ type }) => type)).toEqual(['Ready', 'LiveMigratable']);
});

test('a machine that stands still is Paused for an I/O error, until it goes on', () => {
  const stands = { ...running, isPaused: true };
  const change = runningChange(machine({}), stands, now);
  expect(change?.conditions?.at(-1)).toEqual({
    type: 'Paused',
    status: 'True',
    reason: 'PausedIOError',
    message: 'VMI was paused, low-level IO error detected',
    lastProbeTime: '2026-11-21T10:00:00Z',
    lastTransitionTime: '2026-11-21T10:00:00Z',
  });
  const said = machine({ ...change });
  expect(runningChange(said, stands)).toBeUndefined();
  expect(runningChange(said, running)?.conditions?.map(({ type }) => type)).toEqual([
    'LiveMigratable',
  ]);
});

test('a machine that does not start says why, with its first error, until it runs', () => {
  const change = failedChange(machine({}), 'the claim is not bound yet', now);
  expect(change).toEqual({
    conditions: [
      {
        type: 'Synchronized',
        status: 'False',
        reason: 'Synchronizing with the Domain failed.',
        message: 'the claim is not bound yet',
        lastProbeTime: null,
        lastTransitionTime: '2026-11-21T10:00:00Z',
      },
    ],
  });
  const said = machine({ ...change });
  expect(failedChange(said, 'another error', now)).toBeUndefined();
  expect(runningChange(said, running)?.conditions?.map(({ type }) => type)).toEqual([
    'LiveMigratable',
  ]);
});

test('an error of virt-controller gives way to that of virt-handler', () => {
  const waits = { type: 'Synchronized', status: 'False', reason: 'FailedPvcNotFound' };
  const change = failedChange(machine({ conditions: [waits] }), 'no such secret', now);
  expect(change?.conditions?.map(({ message }) => message)).toEqual(['no such secret']);
});

test('reports nothing but volumes for a machine that is about to boot', () => {
  expect(scheduledChange(machine({ phase: 'Scheduled' }))).toBeUndefined();
});

test('a machine that was cut off has failed, unless its grace period was 0', () => {
  const destroyed = { cause: 'destroyed', code: 137 } as const;
  const phaseOf = (spec: object) => endingOf(machine({}, spec), destroyed).phase;
  expect(phaseOf({})).toBe('Failed');
  expect(phaseOf({ terminationGracePeriodSeconds: 0 })).toBe('Succeeded');
  expect(endingOf(machine({}), { cause: 'shutdown', code: 0 }).phase).toBe('Succeeded');
  expect(endingOf(machine({}), { cause: 'crashed', code: 1 }).phase).toBe('Failed');
});
