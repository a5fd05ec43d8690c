// SPDX-License-Identifier: Apache-2.0
import { capacityLimits, capacityOf, capacityProblems, describeCapacity } from './index.ts';
import type { CapacityQuestion, MachineGroup } from './index.ts';

type Hosts = CapacityQuestion['hosts'];

const host = (name: string, cpu: number, memoryGiB: number) => ({ name, cpu, memoryGiB });

const group = (
  name: string,
  replicas: number,
  cpu: number,
  memoryGiB: number,
  more: Partial<MachineGroup> = {},
): MachineGroup => ({ cluster: 'shop', name, replicas, cpu, memoryGiB, ...more });

function judge(hosts: Hosts, groups: readonly MachineGroup[], change: object = {}, given = {}) {
  const limits = capacityLimits.parse({ hostLoss: 0, ...given });
  const question = { hosts, groups, cpuAllocationRatio: 10, parallelMigrations: 0, ...change };
  const capacity = capacityOf({ ...question, limits });
  return { lines: describeCapacity(capacity), problems: capacityProblems(capacity, limits) };
}

const fix = 'add hosts, or take fewer or smaller machines';

test('the host whose loss hurts most need not be the one with the most memory', () => {
  const hosts = [host('mem', 10, 512), host('cpu-a', 66, 136), host('cpu-b', 66, 136)];
  const { problems } = judge(
    hosts,
    [group('web', 15, 8, 8)],
    { cpuAllocationRatio: 1 },
    {
      hostLoss: 1,
    },
  );
  expect(problems).toEqual([`hostLoss: without cpu-a no host has room for 6 of shop/web; ${fix}`]);
});

test('of several hosts, those with the most CPUs are lost, too', () => {
  const hosts = [
    ...['mem-a', 'mem-b'].map((name) => host(name, 10, 512)),
    ...['cpu-a', 'cpu-b', 'cpu-c'].map((name) => host(name, 66, 136)),
  ];
  const { problems } = judge(
    hosts,
    [group('web', 12, 8, 8)],
    { cpuAllocationRatio: 1 },
    {
      hostLoss: 2,
    },
  );
  expect(problems).toEqual([
    `hostLoss: without cpu-a, cpu-b no host has room for 2 of shop/web; ${fix}`,
  ]);
});

test('a machine that migrates needs another host than its own', () => {
  const hosts = [host('big', 66, 264), host('small', 6, 16)];
  const { problems } = judge(hosts, [group('web', 4, 4, 32)], { parallelMigrations: 2 });
  expect(problems).toEqual([
    `while 2 machines move, no host has room for 2 of shop/web; ${fix}, or lower kubevirt.migrations.parallelMigrationsPerCluster`,
  ]);
});

test('a pool rolls beside machines that a scheduler has spread over all hosts', () => {
  const hosts = ['a', 'b', 'c', 'd'].map((name) => host(name, 66, 72));
  const database = group('db', 1, 4, 48, { surge: 1, rollsWithout: false });
  const { lines, problems } = judge(hosts, [group('web', 4, 4, 16), database]);
  expect(lines.slice(1)).toEqual([
    '  now: all fit',
    '  while 0 move: all fit',
    '  while pools roll: no room for 1 of shop/db',
    '  one more machine: at most 636 CPUs and 42 GiB, on c',
  ]);
  expect(problems).toEqual([
    `while pools roll, no host has room for 1 of shop/db, and none of its machines may be away; ${fix}, or let maxUnavailable be 1`,
  ]);
});

const controlPlane = (name: string) => ({
  ...host(name, 18, 72),
  taints: [{ key: 'node-role.kubernetes.io/control-plane', effect: 'NoSchedule' as const }],
});

test('hosts whose taints no machine tolerates are no room', () => {
  const hosts = [...['cp-0', 'cp-1', 'cp-2'].map(controlPlane), host('w-0', 18, 72)];
  const { lines, problems } = judge(hosts, [group('web', 6, 4, 16)]);
  expect(lines.slice(0, 3)).toEqual([
    '6 machines on 1 hosts: 24 virtual CPUs on 16 (1.5 for 1), 99 of 64 GiB (-53.5 % free).',
    '  left out, for no machine tolerates their taints: cp-0, cp-1, cp-2',
    '  now: no room for 3 of shop/web',
  ]);
  expect(problems[0]).toBe(`no host has room for 3 of shop/web; ${fix}`);
});

test('a host with taints has room for those machines alone that tolerate them', () => {
  const tolerations = [
    { key: 'node-role.kubernetes.io/control-plane', operator: 'Exists' as const },
  ];
  const hosts = [controlPlane('cp-0'), host('w-0', 18, 72)];
  const groups = [group('web', 4, 4, 16), group('special', 2, 4, 16, { tolerations })];
  expect(judge(hosts, groups).lines.slice(1)).toEqual([
    '  now: no room for 1 of shop/web',
    '  while 0 move: no room for 1 of shop/web',
    '  while pools roll: all fit',
    '  one more machine: at most 148 CPUs and 13 GiB, on w-0',
  ]);
});

test('a host has no room where virt-handler does not tolerate its taints, or is not meant to be', () => {
  const tolerations = [
    { key: 'node-role.kubernetes.io/control-plane', operator: 'Exists' as const },
  ];
  const hosts = [controlPlane('cp-0'), host('w-0', 18, 72)];
  const groups = [group('special', 4, 4, 16, { tolerations })];
  const lines = (workloads: CapacityQuestion['workloads']) =>
    judge(hosts, groups, { workloads }).lines.slice(0, 3);
  const all =
    '4 machines on 2 hosts: 16 virtual CPUs on 32 (0.5 for 1), 66 of 128 GiB (48.8 % free).';
  const onOne =
    '4 machines on 1 hosts: 16 virtual CPUs on 16 (1 for 1), 66 of 64 GiB (-2.3 % free).';
  expect(lines(undefined)).toEqual([all, '  now: all fit', '  while 0 move: all fit']);
  expect(lines({ nodeSelector: {}, tolerations }).slice(0, 2)).toEqual([all, '  now: all fit']);
  expect(lines({ nodeSelector: {}, tolerations: [] })).toEqual([
    onOne,
    '  left out, for KubeVirt runs no machines there (kubevirt.workloads of the platform): cp-0',
    '  now: no room for 1 of shop/special',
  ]);
  expect(lines({ nodeSelector: { 'kubernetes.io/hostname': 'w-0' }, tolerations })).toEqual(
    lines({ nodeSelector: {}, tolerations: [] }),
  );
  expect(
    judge(hosts, [group('web', 2, 4, 16)], { workloads: { nodeSelector: {}, tolerations: [] } })
      .lines[1],
  ).toBe('  left out, for no machine tolerates their taints: cp-0');
});

test('a machine with dedicated CPUs has room only on hosts that give them', () => {
  const hosts = [
    { ...host('fast', 18, 72), dedicatedCpus: true },
    { ...host('plain', 66, 264), dedicatedCpus: false },
  ];
  const now = (given: Hosts, hostCpus?: number) =>
    judge(given, [group('db', 5, 4, 8, { hostCpus })]).lines[1];
  expect(now(hosts, 5)).toBe('  now: no room for 2 of shop/db');
  expect(now(hosts)).toBe('  now: all fit');
  const notAsked = hosts.map((one) => ({ ...one, dedicatedCpus: undefined }));
  const gateOff = hosts.map((one) => ({ ...one, dedicatedCpus: false }));
  expect([notAsked, gateOff].map((given) => now(given, 5))).toEqual([
    '  now: all fit',
    '  now: all fit',
  ]);
});

test('after a loss the machines of the other hosts stay where a scheduler has spread them', () => {
  const hosts = ['h0', 'h1', 'h2', 'h3', 'h4'].map((name) => host(name, 66, 136));
  const groups = [group('big', 5, 4, 56), group('small', 4, 4, 40)];
  const { lines, problems } = judge(hosts, groups, { parallelMigrations: 1 }, { hostLoss: 1 });
  expect(lines.slice(1, 4)).toEqual([
    '  now: all fit',
    '  without h0: no room for 1 of shop/small',
    '  while 1 move: all fit',
  ]);
  expect(problems).toEqual([`hostLoss: without h0 no host has room for 1 of shop/small; ${fix}`]);
});
