// SPDX-License-Identifier: Apache-2.0
import { leastProcessorSeconds } from '@strata/testing';
import { capacityLimits, capacityOf, capacityProblems, describeCapacity } from './index.ts';
import type { CapacityQuestion } from './index.ts';

const host = (name: string, cpu = 18, memoryGiB = 72) => ({ name, cpu, memoryGiB });

const group = (name: string, replicas: number, cpu = 4, memoryGiB = 16) => ({
  cluster: 'shop',
  name,
  replicas,
  cpu,
  memoryGiB,
});

const question = (change: Partial<CapacityQuestion> = {}, limits: object = {}) => ({
  hosts: [host('h1'), host('h2'), host('h3')],
  groups: [group('cp', 1, 2, 8), group('md-a', 4)],
  cpuAllocationRatio: 2,
  parallelMigrations: 2,
  ...change,
  limits: capacityLimits.parse(limits),
});

test('reports what exists, what fits, and the largest further VM', () => {
  const capacity = capacityOf(question());
  expect(describeCapacity(capacity)).toEqual([
    '5 machines on 3 hosts: 18 virtual CPUs on 48 (0.4 for 1), 74 of 192 GiB (61.5 % free).',
    '  now: all fit',
    '  without h1: all fit',
    '  while 2 move: all fit',
    '  while pools roll: all fit',
    '  one more machine: at most 28 CPUs and 47 GiB, on h3',
  ]);
  expect(capacityProblems(capacity, capacityLimits.parse({}))).toEqual([]);
});

test('reports VMs that fit now but not after the loss of the largest host', () => {
  const groups = [group('md-a', 7)];
  const hosts = [host('small', 18, 60), host('large', 18, 104)];
  const asked = question({ groups, hosts, parallelMigrations: 0 });
  const capacity = capacityOf(asked);
  expect(describeCapacity(capacity).slice(1, 3)).toEqual([
    '  now: all fit',
    '  without large: no room for 4 of shop/md-a',
  ]);
  expect(capacityProblems(capacity, asked.limits)).toEqual([
    'hostLoss: without large no host has room for 4 of shop/md-a; add hosts, or take fewer or smaller machines',
  ]);
  const none = question({ groups, hosts, parallelMigrations: 0 }, { hostLoss: 0 });
  expect(capacityProblems(capacityOf(none), none.limits)).toEqual([]);
});

test('says when kubelets, and not memory, leave no room', () => {
  const hosts = [host('h1'), { ...host('h2'), pods: 32 }].map((one) => ({ pods: 34, ...one }));
  const groups = [{ ...group('md-a', 4, 1, 1), pods: 2 }];
  const asked = question({ groups, hosts, parallelMigrations: 0 }, { hostLoss: 0 });
  const capacity = capacityOf(asked);
  expect(capacity.shortOfPods).toEqual(['now', 'afterLoss', 'whileMoving']);
  expect(capacityProblems(capacity, asked.limits)).toEqual([
    'no host has room for 1 of shop/md-a; kubelets take no more pods: raise maxPods of hosts, add hosts, or take fewer machines',
  ]);
  const more = question({ ...asked, hosts }, { hostLoss: 0, reservedPods: 10 });
  expect(capacityOf(more)).toMatchObject({ unplaced: [], shortOfPods: [] });
});

test('takes a kubelet to have room for 110 pods, those of the platform among them', () => {
  const hosts = [host('h1', 1000, 4000)];
  const unplaced = (machines: number) => {
    const groups = [group('md-a', machines, 1, 1)];
    return capacityOf(question({ groups, hosts }, { hostLoss: 0 })).unplaced;
  };
  expect(unplaced(80)).toEqual([]);
  expect(unplaced(81)).toEqual([{ cluster: 'shop', name: 'md-a', machines: 1 }]);
});

test('counts a VM twice while it migrates', () => {
  const hosts = [host('h1'), host('h2')];
  const asked = question({ groups: [group('md-a', 6)], hosts }, { hostLoss: 0 });
  expect(capacityProblems(capacityOf(asked), asked.limits)).toEqual([
    'while 2 machines move, no host has room for 2 of shop/md-a; add hosts, or take fewer or smaller machines, or lower kubevirt.migrations.parallelMigrationsPerCluster',
  ]);
});

test('a pool without room for its surge rolls without it if a VM may be unavailable', () => {
  const hosts = [host('h1')];
  const asked = (rollsWithout: boolean) =>
    question(
      {
        groups: [
          { ...group('md-a', 3), surge: 1, rollsWithout },
          { ...group('md-b', 0), surge: 1, rollsWithout },
        ],
        hosts,
        parallelMigrations: 0,
      },
      { hostLoss: 0 },
    );
  const line = '  while pools roll: no room for 1 of shop/md-a';
  expect(describeCapacity(capacityOf(asked(true)))).toContain(line);
  expect(capacityProblems(capacityOf(asked(true)), asked(true).limits)).toEqual([]);
  expect(capacityProblems(capacityOf(asked(false)), asked(false).limits)).toEqual([
    'while pools roll, no host has room for 1 of shop/md-a, and none of its machines may be away; add hosts, or take fewer or smaller machines, or let maxUnavailable be 1',
  ]);
});

test('all pools of a cluster roll at once, each cluster by itself', () => {
  const rolling = (name: string, cluster = 'shop') => ({
    ...group(name, 2),
    cluster,
    surge: 1,
    rollsWithout: false,
  });
  const asked = (groups: CapacityQuestion['groups']) =>
    question({ groups, hosts: [host('h1', 18, 96)], parallelMigrations: 0 }, { hostLoss: 0 });
  const problems = (...groups: CapacityQuestion['groups']) =>
    capacityProblems(capacityOf(asked(groups)), asked(groups).limits);
  expect(problems(rolling('md-a'), rolling('md-b'))).toEqual([
    'while pools roll, no host has room for 1 of shop/md-b, and none of its machines may be away; add hosts, or take fewer or smaller machines, or let maxUnavailable be 1',
  ]);
  expect(problems(rolling('md-a'), rolling('md-a', 'bank'))).toEqual([]);
});

test("divides host CPUs by the platform's allocation ratio, and no further", () => {
  const hosts = [host('h1', 10, 500)];
  const groups = [group('md-a', 5, 4, 1)];
  const limits = { hostLoss: 0, cpuOvercommit: 2 };
  const unplaced = (cpuAllocationRatio: number) =>
    capacityOf(question({ groups, hosts, cpuAllocationRatio }, limits)).unplaced;
  expect(unplaced(1)).toEqual([{ cluster: 'shop', name: 'md-a', machines: 3 }]);
  expect(unplaced(10)).toEqual([]);
  const asked = question({ groups, hosts, cpuAllocationRatio: 10 }, limits);
  expect(capacityProblems(capacityOf(asked), asked.limits)).toEqual([
    'cpuOvercommit: 2.5 virtual CPUs for each of the hosts are more than 2; add hosts, or take fewer or smaller machines',
  ]);
});

test('does not share dedicated host CPUs', () => {
  const hosts = [host('h1', 10, 500)];
  const asked = question(
    { hosts, groups: [{ ...group('md-a', 2), hostCpus: 5, hostDevices: 1 }] },
    { hostLoss: 0 },
  );
  const { memoryGiB, unplaced } = capacityOf(asked);
  expect(unplaced).toEqual([{ cluster: 'shop', name: 'md-a', machines: 1 }]);
  expect(memoryGiB).toBe(36);
});

test('counts IO threads with the CPUs of a machine, by the ratio', () => {
  const hosts = [host('h1', 10, 500)];
  const unplaced = (ioThreads?: number) => {
    const groups = [{ ...group('md-a', 4), ioThreads }];
    return capacityOf(question({ hosts, groups }, { hostLoss: 0 })).unplaced;
  };
  expect(unplaced()).toEqual([]);
  expect(unplaced(4)).toEqual([{ cluster: 'shop', name: 'md-a', machines: 2 }]);
});

test('considers memory that must stay free, hosts without VMs, and an environment without hosts', () => {
  const limits = { freeMemoryPercent: 50, hostLoss: 0, except: ['h3'] };
  const asked = question({ parallelMigrations: 0 }, limits);
  expect(capacityProblems(capacityOf(asked), asked.limits)).toEqual([
    'freeMemoryPercent: 42.3 % of the memory are free, less than 50 %; add hosts, or take fewer or smaller machines',
  ]);
  const none = capacityOf(question({ hosts: [] }));
  expect(describeCapacity(none)).toEqual([
    '5 machines on 0 hosts: 18 virtual CPUs on 0 (0 for 1), 74 of 0 GiB (0 % free).',
    '  now: no room for 4 of shop/md-a, 1 of shop/cp',
    '  while 0 move: no room for 4 of shop/md-a, 1 of shop/cp',
    '  while pools roll: all fit',
    '  one more machine: no room',
  ]);
});

test('judges 1,000 clusters on 300 hosts in less than 2 s of CPU time', () => {
  const hosts = Array.from({ length: 300 }, (_, index) => host(`h${index}`, 128, 1024));
  const groups = Array.from({ length: 1000 }, (_, index) => ({
    ...group('md-a', 10),
    cluster: `c${index}`,
  }));
  const asked = question({ hosts, groups, cpuAllocationRatio: 10 });
  const { result, seconds } = leastProcessorSeconds(() => capacityOf(asked));
  expect(result.unplaced).toEqual([]);
  expect(seconds).toBeLessThan(2);
});
