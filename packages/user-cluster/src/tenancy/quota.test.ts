// SPDX-License-Identifier: Apache-2.0
import { named, recordProgram } from '@strata/testing';
import { createQuota } from './index.ts';
import { machineDemands } from './machine-demand.ts';
import { renderQuota } from './render-quota.ts';
import { testContext, testPlatform } from '../test-context.ts';
import type { FoundMachine } from '../update/index.ts';

const pool = (change: object) => ({
  name: 'md-a',
  replicas: 2,
  instancetype: 'standard-4',
  rootDisk: { image: 'ubuntu', sizeGiB: 30 },
  ...change,
});

const demandOf = (change: object) => machineDemands(testContext({ pools: [pool(change)] }))[1];

test('a pool needs its machines, and one more while one migrates', () => {
  expect(demandOf({})).toEqual({
    machines: 2,
    surge: 1,
    cpu: 12,
    memoryMib: 3 * (16_384 + 220 + 32 + 40 + 53 + 34),
    volumes: 6,
    volumesGiB: 180,
  });
});

test('a pool needs as many more machines as may be away at a time', () => {
  expect(demandOf({ replicas: 5, maxUnavailable: 3 })).toMatchObject({ surge: 3, cpu: 32 });
  expect(demandOf({ replicas: 2, maxUnavailable: 3 })).toMatchObject({
    surge: 2,
    // Two old disks, and for each VM a new one and two by which it is filled.
    volumes: 8,
  });
  expect(demandOf({ replicas: 0 })).toMatchObject({ surge: 0, cpu: 0, memoryMib: 0, volumes: 0 });
});

test('a pool needs as many more machines as may exist during an update', () => {
  expect(demandOf({ maxSurge: 2 })).toMatchObject({ surge: 2, cpu: 16, volumes: 8 });
  expect(demandOf({ maxUnavailable: 0 })).toEqual(demandOf({}));
  // Nothing beyond what drains of hosts need.
  expect(demandOf({ maxSurge: 0 })).toEqual(demandOf({}));
});

test('counts data disks, and no disks that are not volumes', () => {
  const disks = [
    { name: 'data', kind: 'data', sizeGiB: 100 },
    { name: 'scratch', kind: 'empty', sizeGiB: 50 },
  ];
  expect(demandOf({ disks })).toMatchObject({ volumes: 12, volumesGiB: 780 });
  const rootDisk = { image: 'docker://registry.example/disks/ubuntu:24.04', ephemeral: true };
  expect(demandOf({ rootDisk })).toMatchObject({ volumes: 0, volumesGiB: 0 });
  expect(demandOf({ rootDisk: { image: 'ubuntu' } })).toMatchObject({ volumesGiB: 60 });
});

// Each of these is the most that one of the ways to replace machines needs.
test.each([
  ['all are new: a volume, a second and one to unpack an image for each', { replicas: 5 }, 15],
  ['all but none may be away', { replicas: 3, maxUnavailable: 3 }, 12],
  ['many more come first', { replicas: 2, maxSurge: 4 }, 14],
])('volumes of a pool, where %s', (_, change, volumes) => {
  expect(demandOf(change)).toMatchObject({ volumes, volumesGiB: volumes * 30 });
});

test('volumes of a pool that becomes smaller by many machines at a time', () => {
  const pools = [pool({ replicas: 1, maxUnavailable: 3 })];
  const foundMachines = [1, 2, 3].map(() => foundMachine({}));
  // Two that count, one more, and for both of them a second and one to unpack an image.
  expect(machineDemands({ ...testContext({ pools }), foundMachines })[1]).toMatchObject({
    machines: 2,
    surge: 1,
    volumes: 7,
  });
});

// Proves: clusters.quota
test('three machines of a control plane have three disks of etcd, each made once', () => {
  const { controlPlane } = testContext().config;
  const three = {
    instancetype: controlPlane.instancetype,
    rootDisk: { image: 'ubuntu', sizeGiB: 20 },
    endpoint: { address: controlPlane.endpoint.address },
    replicas: 3,
    peers: {
      network: 'backbone',
      addresses: ['192.168.7.1/24', '192.168.7.2/24', '192.168.7.3/24'],
    },
  };
  expect(machineDemands(testContext({ controlPlane: three }))[0]).toEqual({
    machines: 3,
    surge: 1,
    cpu: 4 * 2,
    memoryMib: 4 * 8555,
    volumes: 9 + 6,
    volumesGiB: 9 * 20 + 6 * 8,
  });
});

test('a size and an image that the platform does not offer count as nothing: another check tells', () => {
  expect(demandOf({ instancetype: 'huge' })).toMatchObject({ cpu: 0, volumesGiB: 180 });
  expect(demandOf({ rootDisk: { image: 'other' } })).toMatchObject({ volumes: 6, volumesGiB: 0 });
});

test('counts machines without an instancetype, and cards of the host', () => {
  expect(demandOf({ instancetype: undefined, cpu: 3, memoryGiB: 5 })).toMatchObject({
    cpu: 9,
    memoryMib: 3 * (5120 + 220 + 24 + 40 + 53 + 34),
  });
  expect(demandOf({ instancetype: undefined, cpu: 3, memoryMiB: 5120 })).toEqual(
    demandOf({ instancetype: undefined, cpu: 3, memoryGiB: 5 }),
  );
  expect(demandOf({ interfaces: [{ network: 'fast-lane' }] })?.memoryMib).toBe(
    3 * (16_384 + 220 + 32 + 40 + 53 + 34 + 1024),
  );
});

test("counts dedicated CPUs and devices of the host, and the platform's memory overhead", () => {
  const size = { name: 'fast', cpu: 4, memoryGiB: 16, hostCpus: 5, hostDevices: 1 };
  const platform = { ...testPlatform, instancetypes: [size], launcherOverheadRatio: 2 };
  const context = { ...testContext({ pools: [pool({ instancetype: 'fast' })] }), platform };
  expect(machineDemands(context)[1]).toMatchObject({
    cpu: 15,
    memoryMib: 3 * (16_384 + 2 * (220 + 32 + 40 + 53 + 100 + 1024) + 58),
  });
});

// https://github.com/kubevirt/kubevirt/blob/v1.9.0/pkg/virt-controller/services/renderresources.go `WithoutDedicatedCPU`
test('counts IO threads that share CPUs as CPUs', () => {
  const size = { name: 'busy', cpu: 4, memoryGiB: 16, ioThreads: 2 };
  const platform = { ...testPlatform, instancetypes: [size] };
  const context = { ...testContext({ pools: [pool({ instancetype: 'busy' })] }), platform };
  expect(machineDemands(context)[1]?.cpu).toBe(18);
});

test('counts the memory that the platform requests beyond that of machines', () => {
  const memoryMib = (memoryOvercommitPercent?: number) =>
    machineDemands({
      ...testContext({ pools: [pool({})] }),
      platform: { ...testPlatform, memoryOvercommitPercent },
    })[1]?.memoryMib;
  const overhead = 220 + 32 + 40 + 53 + 34;
  expect([80, 100, 150, undefined].map(memoryMib)).toEqual([
    3 * (20_480 + overhead),
    ...[0, 1, 2].map(() => 3 * (16_384 + overhead)),
  ]);
});

const foundMachine = (change: Partial<FoundMachine>): FoundMachine => ({
  group: 'md-a',
  instancetype: 'standard-4',
  cpu: undefined,
  memoryGiB: undefined,
  volumesGiB: [30],
  hasContainerDisk: false,
  networks: [],
  ...change,
});

const demandBeside = (change: Partial<FoundMachine>) =>
  machineDemands({
    ...testContext({ pools: [pool({})] }),
    foundMachines: [foundMachine(change)],
  })[1];

test('a pool counts as if all its machines were like the largest that exists', () => {
  expect(demandBeside({})).toEqual(demandOf({}));
  expect(demandBeside({ group: 'md-b', cpu: 64 })).toEqual(demandOf({}));
  expect(demandBeside({ instancetype: 'standard-2' })).toEqual(demandOf({}));
  const own = { instancetype: undefined, cpu: 6, memoryGiB: 2 };
  expect(demandBeside(own)).toEqual({ ...demandOf({}), cpu: 18 });
  expect(demandBeside({ volumesGiB: [30, 10] })).toEqual({
    ...demandOf({}),
    volumes: 12,
    volumesGiB: 240,
  });
  const card = { networks: ['networks/fast-lane', 'networks/backbone'] };
  expect(demandBeside(card)).toEqual(demandOf({ interfaces: [{ network: 'fast-lane' }] }));
  expect(demandBeside({ networks: ['networks/backbone'] })).toEqual(demandOf({}));
});

// Proves: clusters.quota
test('stays as it is while machines are replaced by smaller ones, and shrinks when all are', () => {
  const eight = { name: 'standard-8', cpu: 8, memoryGiB: 32 };
  const platform = { instancetypes: [...testPlatform.instancetypes, eight] };
  const web = (instancetype: string) =>
    testContext({ pools: [pool({ name: 'web', replicas: 6, instancetype })] }, platform);
  const foundMachines = (instancetype: string) => [
    foundMachine({ group: 'cp', instancetype: 'standard-2', volumesGiB: [20] }),
    foundMachine({ group: 'web', instancetype: 'standard-2' }),
    foundMachine({ group: 'web', instancetype }),
  ];
  const before = renderQuota(web('standard-8'));
  const small = renderQuota(web('standard-2'));
  expect([before['requests.memory'], small['requests.memory']]).toEqual(['253449Mi', '81081Mi']);
  const after = (instancetype: string) =>
    renderQuota({ ...web('standard-2'), foundMachines: foundMachines(instancetype) });
  expect(after('standard-8')).toEqual(before);
  expect(after('standard-2')).toEqual(small);
});

// Proves: clusters.quota
test('a pool of another name has room beside the old one until the old machines are gone', () => {
  const renamed = testContext({ pools: [pool({ name: 'web' })] });
  const old = [1, 2].map(() => foundMachine({ group: 'md-a', volumesGiB: [30, 10] }));
  const made = [1, 2].map(() => foundMachine({ group: 'web' }));
  const leaving = {
    machines: 2,
    surge: 0,
    cpu: 8,
    memoryMib: 2 * (16_384 + 220 + 32 + 40 + 53 + 34),
    volumes: 4,
    volumesGiB: 80,
  };
  const alone = machineDemands(renamed);
  expect(alone).toHaveLength(2);
  const beside = (foundMachines: readonly FoundMachine[]) =>
    machineDemands({ ...renamed, foundMachines });
  expect(beside(old)).toEqual([...alone, leaving]);
  expect(beside([...old, ...made.slice(1)])).toEqual([...alone, leaving]);
  expect(beside([...old, ...made])).toEqual([...alone, leaving]);
  expect(beside(made)).toEqual(alone);
  const other = foundMachine({ group: 'md-b', volumesGiB: [30, 10] });
  const half = { machines: 1, surge: 0, cpu: 4, memoryMib: 16_763, volumes: 2, volumesGiB: 40 };
  expect(beside([...old, other])).toEqual([...alone, leaving, half]);
});

// Proves: clusters.quota
test('a control-plane machine finds room while the machines of pools are still to go', () => {
  const awake = [
    foundMachine({ group: 'cp', instancetype: 'standard-2', volumesGiB: [20] }),
    ...Array.from({ length: 6 }, () => foundMachine({})),
  ];
  const memoryMib = (
    pools: readonly object[],
    foundMachines: readonly FoundMachine[] = awake,
  ): number =>
    machineDemands({ ...testContext({ pools }), foundMachines }).reduce(
      (sum, demand) => sum + demand.memoryMib,
      0,
    );
  // All six workers, the control-plane machine, and the one that takes its place.
  expect(memoryMib([pool({ replicas: 0 })])).toBe(6 * 16_763 + 2 * 8555);
  expect(memoryMib([])).toBe(6 * 16_763 + 2 * 8555);
  expect(memoryMib([pool({})])).toBe(6 * 16_763 + 2 * 8555);
  // One fewer goes within the room of the one that comes first in a roll.
  expect(memoryMib([pool({ replicas: 5 })])).toBe(6 * 16_763 + 2 * 8555);
  // Once they are gone.
  expect(memoryMib([pool({ replicas: 0 })], awake.slice(0, 1))).toBe(2 * 8555);
});

test('a machine that exists for a roll that goes on is counted once', () => {
  const three = [1, 2, 3].map(() => foundMachine({}));
  const context = testContext({ pools: [pool({})] });
  expect(machineDemands({ ...context, foundMachines: three })).toEqual(machineDemands(context));
  expect(
    machineDemands({ ...context, foundMachines: [...three, foundMachine({})] })[1],
  ).toMatchObject({ machines: 3, surge: 1 });
});

// Proves: clusters.quota
test('adds up the control plane with its etcd disk, the pools, the headroom for users, and pods', () => {
  // Control plane: 2 machines at a time of 2 CPUs, 8555 MiB; pool: 3 of 4 CPUs, 16763 MiB.
  // Pods: 5 with 25m beside the machine's own, 6 for volumes of 10m/2Mi, 13 that fill disks of 100m/58Mi, 6 programs of 500m/512Mi.
  expect(renderQuota(testContext())).toEqual({
    'requests.cpu': '20485m',
    'requests.memory': `${2 * 8555 + 3 * 16_763 + 6 * 2 + 13 * 58 + 6 * 512}Mi`,
    'requests.storage': `${20 * 4 + 8 * 2 + 180 + 500 + 500}Gi`,
    persistentvolumeclaims: `${4 + 2 + 6 + 50 + 10}`,
    pods: `${2 + 3 + 6 + 13 + 6 + 10}`,
    'services.loadbalancers': '12',
    'services.nodeports': `${10 * 16 + 1}`,
  });
});

// Proves: clusters.quota
test('adds the headroom and the volumes of the configuration', () => {
  const quota = {
    loadBalancers: 2,
    loadBalancerPorts: 3,
    volumes: { count: 0, sizeGiB: 0 },
    headroom: { cpu: 10, memoryGiB: 100, pods: 0 },
  };
  expect(renderQuota(testContext({ quota }))).toMatchObject({
    'requests.cpu': '30485m',
    'requests.memory': `${71_237 + 100 * 1024}Mi`,
    'requests.storage': '276Gi',
    persistentvolumeclaims: '12',
    pods: '30',
    'services.loadbalancers': '4',
    'services.nodeports': '7',
  });
});

// Proves: clusters.quota
test('has room for the volume of backups, and none to fill volumes where there may be none', () => {
  const backup = { target: { volume: { sizeGiB: 20 } } };
  expect(renderQuota(testContext({ backup }))).toMatchObject({
    'requests.storage': `${276 + 500 + 500 + 20}Gi`,
    persistentvolumeclaims: '73',
    pods: '41',
  });
  const quota = { volumes: { count: 0, sizeGiB: 100 } };
  expect(renderQuota(testContext({ quota }))).toMatchObject({
    'requests.storage': `${276 + 100}Gi`,
    persistentvolumeclaims: '12',
  });
});

// Proves: clusters.quota
test('limits snapshots of volumes where there are any, with room for those by which CDI copies', () => {
  const classes = [{ name: 'a', infraClass: 'fast', snapshotClass: 'fast' }];
  const snapshots = 'count/volumesnapshots.snapshot.storage.k8s.io';
  const storage = { classes, snapshots: true };
  // Three machines, and five volumes at a time, each filled twice.
  expect(renderQuota(testContext({ storage }))).toHaveProperty([snapshots], `${100 + 3 + 10}`);
  const quota = { volumes: { snapshots: 7 } };
  expect(renderQuota(testContext({ storage, quota }))).toHaveProperty([snapshots], '20');
  expect(renderQuota(testContext())).not.toHaveProperty([snapshots]);
  // Those of a backup, too: seven are kept of each of fifty volumes, with that of a run and of a restore.
  const backup = { target: { volume: { sizeGiB: 20 } }, volumes: {} };
  expect(renderQuota(testContext({ storage, backup }))).toHaveProperty(
    [snapshots],
    `${100 + 3 + 10 + 50 * (7 + 2)}`,
  );
  // Without snapshots inside, nobody else takes any.
  expect(renderQuota(testContext({ backup }))).toHaveProperty(
    [snapshots],
    `${3 + 10 + 50 * (7 + 2)}`,
  );
});

// Proves: clusters.quota
test('limits requests, never limits, and gives containers small requests', async () => {
  const recording = await recordProgram(() => createQuota('quota', testContext()));
  const { metadata, spec } = named(recording, 'quota-limits').inputs as {
    readonly metadata: object;
    readonly spec: { readonly hard: object };
  };
  expect(metadata).toEqual({
    name: 'cluster',
    namespace: 'cluster-demo',
    labels: {
      'app.kubernetes.io/managed-by': 'strata',
      'app.kubernetes.io/part-of': 'demo',
      'cluster.x-k8s.io/cluster-name': 'demo',
      'strata.dev/environment': 'sandbox',
    },
    annotations: { 'pulumi.com/patchFieldManager': 'strata' },
  });
  expect(Object.keys(spec.hard).filter((name) => name.startsWith('limits.'))).toEqual([]);
  expect(named(recording, 'quota-defaults').inputs.spec).toEqual({
    limits: [{ type: 'Container', defaultRequest: { cpu: '10m', memory: '32Mi' } }],
  });
});

test('makes nothing when the quota is switched off', async () => {
  const context = testContext({ quota: { enabled: false } });
  const { resources } = await recordProgram(() => createQuota('quota', context));
  expect(resources.filter(({ custom }) => custom)).toEqual([]);
});
