// SPDX-License-Identifier: Apache-2.0
import { endingOf, enterPhase, runningChange, scheduledChange } from './machine-status.ts';
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

test('a machine enters a phase with the time of it, after those before', () => {
  const before = [{ phase: 'Scheduled', phaseTransitionTimestamp: '2026-11-21T09:59:00Z' }];
  expect(enterPhase(machine({ phaseTransitionTimestamps: before }), 'Running', now)).toEqual({
    phase: 'Running',
    phaseTransitionTimestamps: [
      ...before,
      { phase: 'Running', phaseTransitionTimestamp: '2026-11-21T10:00:00Z' },
    ],
  });
});

test("a running machine has its pod's address, on the network of pods alone", () => {
  const change = runningChange(machine({}), '10.244.128.7', now);
  expect(change).toEqual({
    selinuxContext: 'none',
    interfaces: [
      {
        name: 'default',
        infoSource: 'domain',
        queueCount: 1,
        podInterfaceName: 'eth0',
        ipAddress: '10.244.128.7',
        ipAddresses: ['10.244.128.7'],
      },
      { name: 'vlan', infoSource: 'domain', queueCount: 1 },
    ],
    conditions: [
      {
        type: 'LiveMigratable',
        status: 'False',
        reason: 'NotSupportedHere',
        message: 'the sandbox has no hypervisor to migrate between',
        lastProbeTime: '2026-11-21T10:00:00Z',
        lastTransitionTime: '2026-11-21T10:00:00Z',
      },
    ],
  });
  const said = machine({ ...change });
  expect(runningChange(said, '10.244.128.7')).toBeUndefined();
});

test('what others say of a machine stays', () => {
  const ready = { type: 'Ready', status: 'True' };
  const change = runningChange(machine({ conditions: [ready] }), '10.244.128.7', now);
  expect(change?.conditions?.map(({ type }) => type)).toEqual(['Ready', 'LiveMigratable']);
});

test('a machine that is about to boot has nothing to say but of its volumes', () => {
  expect(scheduledChange(machine({ phase: 'Scheduled' }))).toBeUndefined();
});

test('a machine that was cut off has failed, unless it was to get no time', () => {
  const destroyed = { cause: 'destroyed', code: 137 } as const;
  const phaseOf = (spec: object) => endingOf(machine({}, spec), destroyed).phase;
  expect(phaseOf({})).toBe('Failed');
  expect(phaseOf({ terminationGracePeriodSeconds: 0 })).toBe('Succeeded');
  expect(endingOf(machine({}), { cause: 'shutdown', code: 0 }).phase).toBe('Succeeded');
  expect(endingOf(machine({}), { cause: 'crashed', code: 1 }).phase).toBe('Failed');
});
