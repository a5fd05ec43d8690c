// SPDX-License-Identifier: Apache-2.0
import type { KubevirtStackOutputs } from '@strata/contracts';
import type { CheckContext } from '../checks/check-context.ts';
import { newCluster } from '../update/running-cluster.ts';
import { checkMachines } from './index.ts';
import { etcdDiskIn, smallPool, testConfig, testContext, testPlatform } from './test-cluster.ts';
import type { RawPool, TestChanges } from './test-cluster.ts';

const shown = (context: CheckContext) =>
  checkMachines(context).map(({ path, message }) => [path.join('.'), message]);

const check = (changes: TestChanges, platform: Partial<KubevirtStackOutputs> = {}) =>
  shown(testContext(changes, platform));

const problemsOf = (pool: RawPool, changes: TestChanges = {}) =>
  check({ ...changes, pools: [{ ...smallPool, ...pool }] });

const image = 'ubuntu-24-04';
const container = 'docker://registry.example/x:1';
const title = 'pool "md-a"';
const aFile =
  'and KubeVirt passes no checksum of it to CDI, so nobody would notice another file; add it to the images of the platform, kubevirt-stack:images, with http.url and http.checksum, and write the name of that image here';

test('accepts machines that the platform can serve', () => {
  expect(check({})).toEqual([]);
  expect(problemsOf({ instancetype: undefined, cpu: 2, memoryGiB: 4 })).toEqual([]);
  expect(problemsOf({ rootDisk: { image: container, ephemeral: true } })).toEqual([]);
});

test('reports nothing about missing keys', () => {
  const context = testContext();
  expect(checkMachines({ ...context, config: {} })).toEqual([]);
  const { controlPlane, pools } = testConfig({
    pools: [{ ...smallPool, evictionStrategy: 'LiveMigrate', interfaces: [{ network: 'lan' }] }],
  });
  expect(shown({ ...context, config: { controlPlane, pools } })).toEqual([
    [
      'pools.0.interfaces.0.network',
      `${title} asks for the network "lan", which neither the platform nor network.vlans has; known: storage-net, fast-net`,
    ],
  ]);
});

// Proves: machines.disk-settings, machines.ephemeral-boot, machines.image, machines.labels-taints
test.each<[string, RawPool, string, string]>([
  [
    'no size',
    { instancetype: undefined },
    'pools.0.instancetype',
    `${title} has no size; set instancetype, or cpu and memoryGiB`,
  ],
  [
    'a CPU without memory',
    { instancetype: undefined, cpu: 2 },
    'pools.0.memoryGiB',
    `missing; ${title} has cpu and no instancetype`,
  ],
  [
    'memory without a CPU',
    { instancetype: undefined, memoryGiB: 4 },
    'pools.0.cpu',
    `missing; ${title} has memoryGiB and no instancetype`,
  ],
  [
    'memory in two units',
    { instancetype: undefined, cpu: 2, memoryGiB: 4, memoryMiB: 4096 },
    'pools.0.memoryMiB',
    `${title} has memoryGiB, which sets this already; remove one of them`,
  ],
  [
    'a machine of odd memory that fits no host',
    { instancetype: undefined, cpu: 4, memoryMiB: 131_584 },
    'pools.0.memoryMiB',
    `no host has room for ${title} with 4 CPUs and 128.5 GiB of memory; the largest that takes it, "host-1", has 32 CPUs and 128 GiB, part of which the host itself needs`,
  ],
  [
    'an instancetype and a size',
    { cpu: 2 },
    'pools.0.cpu',
    `${title} has the instancetype "standard-2", which sets this already; remove one of them`,
  ],
  [
    'an unknown instancetype',
    { instancetype: 'standard-3' },
    'pools.0.instancetype',
    `${title} asks for the instancetype "standard-3", which the platform does not offer; did you mean "standard-2"?`,
  ],
  [
    'an unknown preference',
    { preference: 'windows' },
    'pools.0.preference',
    `${title} asks for the preference "windows", which the platform does not offer; known: sockets-advantage`,
  ],
  [
    'a machine that fits no host',
    { instancetype: undefined, cpu: 4, memoryGiB: 128 },
    'pools.0.memoryGiB',
    `no host has room for ${title} with 4 CPUs and 128 GiB of memory; the largest that takes it, "host-1", has 32 CPUs and 128 GiB, part of which the host itself needs`,
  ],
  [
    'a machine with more CPUs than any host',
    { instancetype: undefined, cpu: 33, memoryGiB: 4 },
    'pools.0.memoryGiB',
    `no host has room for ${title} with 33 CPUs and 4 GiB of memory; the largest that takes it, "host-1", has 32 CPUs and 128 GiB, part of which the host itself needs`,
  ],
  [
    'a file on a web server',
    { rootDisk: { image: 'https://a.example/b.img?token=hush', sizeGiB: 9 } },
    'pools.0.rootDisk.image',
    `${title} boots from the file https://a.example/b.img..., ${aFile}`,
  ],
  [
    'a file on a web server without TLS',
    { rootDisk: { image: 'http://a.example/b.img', sizeGiB: 9 } },
    'pools.0.rootDisk.image',
    `${title} boots from the file http://a.example/b.img, ${aFile}`,
  ],
  [
    'an unknown image',
    { rootDisk: { image: 'ubuntu-2404' } },
    'pools.0.rootDisk.image',
    `${title} asks for the golden image "ubuntu-2404", which the platform does not have; did you mean "ubuntu-24-04"?`,
  ],
  [
    'a disk smaller than its image',
    { rootDisk: { image, sizeGiB: 10 } },
    'pools.0.rootDisk.sizeGiB',
    `10 GiB are too small for a copy of "ubuntu-24-04"; it needs at least 20`,
  ],
  [
    'an import without a size',
    { rootDisk: { image: container } },
    'pools.0.rootDisk.sizeGiB',
    `missing; ${title} imports "${container}", whose size is not known before; set it`,
  ],
  [
    'an ephemeral copy',
    { rootDisk: { image, ephemeral: true } },
    'pools.0.rootDisk.ephemeral',
    `${title} boots from the golden image "ubuntu-24-04", which is copied; only a container disk, like "docker://registry.example/disks/ubuntu:24.04", can be ephemeral`,
  ],
  [
    'an ephemeral disk on storage',
    { rootDisk: { image: container, ephemeral: true, className: 'fast' } },
    'pools.0.rootDisk.className',
    `the root disk of ${title} is ephemeral and not stored anywhere; remove className, or ephemeral`,
  ],
  [
    'unknown storage',
    { rootDisk: { image, className: 'fastt' } },
    'pools.0.rootDisk.className',
    'there is no StorageClass "fastt" on the infra cluster; did you mean "fast"?',
  ],
  [
    'a pool with the name of the control plane',
    { name: 'cp' },
    'pools.0.name',
    '"cp-0" is a machine of the control plane; choose another name',
  ],
  [
    'a repeated taint',
    {
      taints: [
        { key: 'dedicated', value: 'a', effect: 'NoSchedule' },
        { key: 'dedicated', value: 'b', effect: 'NoSchedule' },
      ],
    },
    'pools.0.taints.1',
    'there is another taint "dedicated" with the effect NoSchedule; a node has one of them',
  ],
])('refuses %s', (_, pool, path, message) => {
  expect(problemsOf(pool)).toEqual([[path, message]]);
});

// Proves: machines.labels-taints
test.each<[string, RawPool]>([
  [
    'two taints with one key or one effect',
    {
      taints: [
        { key: 'dedicated', effect: 'NoSchedule' },
        { key: 'dedicated', effect: 'NoExecute' },
        { key: 'other', effect: 'NoExecute' },
      ],
    },
  ],
  ['a pool with the longest name', { name: 'a'.repeat(40) }],
  [
    'a machine with all CPUs of a host, where other hosts have fewer',
    { instancetype: undefined, cpu: 32, memoryGiB: 127 },
  ],
])('allows %s', (_, pool) => {
  expect(problemsOf(pool)).toEqual([]);
});

test('names the largest host, and reports an instancetype that fits no host under that key', () => {
  const large = { name: 'large', cpu: 8, memoryGiB: 64 };
  const context = testContext(
    { pools: [{ ...smallPool, instancetype: 'large' }] },
    { instancetypes: [...testPlatform.instancetypes, large] },
  );
  const hosts = [
    { name: 'small', cpu: 32, memoryGiB: 32 },
    { name: 'largest', cpu: 4, memoryGiB: 64 },
    { name: 'middle', cpu: 32, memoryGiB: 48 },
  ];
  expect(shown({ ...context, infra: { hosts } })).toEqual([
    [
      'pools.0.instancetype',
      `no host has room for ${title} with 8 CPUs and 64 GiB of memory; the largest that takes it, "largest", has 4 CPUs and 64 GiB, part of which the host itself needs`,
    ],
  ]);
});

// Proves: drains-and-updates.live-migration-rules
test('refuses machines that must live-migrate and cannot, with every reason', () => {
  const disks = [{ name: 'data', kind: 'data', sizeGiB: 1, accessModes: ['ReadWriteOnce'] }];
  expect(problemsOf({ evictionStrategy: 'LiveMigrate', disks })).toEqual([
    [
      'pools.0.evictionStrategy',
      `${title} cannot migrate, and with LiveMigrate no host that it is on could ever be drained: ` +
        'its interface is bridged to the pod network, whose address stays behind; ' +
        'its disk "data" is ReadWriteOnce, not ReadWriteMany. Use LiveMigrateIfPossible, or take these away',
    ],
  ]);
  const network = { binding: 'masquerade' };
  expect(problemsOf({ evictionStrategy: 'LiveMigrate' }, { network })).toEqual([]);
});

// Proves: drains-and-updates.live-migration-rules
test('refuses a control plane that must live-migrate while its disk of etcd is on one host', () => {
  const network = { binding: 'masquerade' };
  const context = testContext({ network, controlPlane: { evictionStrategy: 'LiveMigrate' } });
  const running = { ...newCluster, etcdDisks: [etcdDiskIn('former', ['ReadWriteOnce'])] };
  expect(shown({ ...context, running })).toEqual([
    [
      'controlPlane.evictionStrategy',
      'the control plane cannot migrate, and with LiveMigrate no host that it is on could ever be drained: ' +
        'its disk "etcd" is ReadWriteOnce, not ReadWriteMany. Use LiveMigrateIfPossible, or take these away',
    ],
  ]);
  expect(shown(context)).toEqual([]);
});

test('refuses machines that must live-migrate and have no other host, and accepts those that migrate if possible', () => {
  const network = { binding: 'masquerade' };
  const scheduling = { podAffinityPreset: 'hard' };
  expect(problemsOf({ evictionStrategy: 'LiveMigrate', scheduling }, { network })).toEqual([
    [
      'pools.0.evictionStrategy',
      `${title} cannot migrate, and with LiveMigrate no host that it is on could ever be drained: ` +
        'podAffinityPreset is hard: while it moves, its second pod has to be on the host of the first one, ' +
        'and must not be. Take these away',
    ],
  ]);
  expect(problemsOf({ scheduling }, { network })).toEqual([]);
});

test('does not refuse machines that must live-migrate because of one host with another CPU', () => {
  const pools = [{ ...smallPool, evictionStrategy: 'LiveMigrate' }];
  const context = testContext({ pools, network: { binding: 'masquerade' } });
  const [own, ...others] = context.infra.hosts;
  if (own === undefined) throw new Error('there is no host');
  const hosts = [{ ...own, cpuRefusedBy: others.map(({ name }) => name) }, ...others];
  expect(shown({ ...context, infra: { hosts } })).toEqual([]);
});

// Proves: drains-and-updates.live-migration-rules
test("counts etcd's disk among the reasons why a control plane cannot migrate", () => {
  const controlPlane = { evictionStrategy: 'LiveMigrate', etcdDisk: { className: 'local' } };
  expect(check({ controlPlane })).toEqual([
    [
      'controlPlane.evictionStrategy',
      'the control plane cannot migrate, and with LiveMigrate no host that it is on could ever be drained: ' +
        'nobody says whether the storage of its disk "etcd" has ReadWriteMany; ' +
        'its disk "etcd" is on "local", which not every host reaches. Use LiveMigrateIfPossible, or take these away',
    ],
  ]);
});

// Proves: machines.template
test('refuses repeated names of pools, and checks the control plane, too', () => {
  expect(
    check({
      pools: [smallPool, { ...smallPool, name: 'md-b' }, smallPool],
      controlPlane: { instancetype: 'large' },
    }),
  ).toEqual([
    ['pools.2.name', 'pools[0] is called "md-a" already; choose another name'],
    [
      'controlPlane.instancetype',
      'the control plane asks for the instancetype "large", which the platform does not offer; known: standard-2, standard-4',
    ],
  ]);
});

// Proves: machines.existing-claim
test('accepts a claim with a size, and refuses keys that have no effect on a claim', () => {
  const claim = 'pvc://prepared';
  expect(problemsOf({ rootDisk: { image: claim, sizeGiB: 9 } })).toEqual([]);
  expect(problemsOf({ rootDisk: { image: claim } })).toEqual([
    [
      'pools.0.rootDisk.sizeGiB',
      `missing; ${title} copies "${claim}", whose size is not known before; set it`,
    ],
  ]);
  expect(problemsOf({ rootDisk: { image: claim, ephemeral: true } })).toEqual([
    [
      'pools.0.rootDisk.ephemeral',
      `${title} boots from the claim "${claim}", which is copied; only a container disk, like "docker://registry.example/disks/ubuntu:24.04", can be ephemeral`,
    ],
  ]);
});
