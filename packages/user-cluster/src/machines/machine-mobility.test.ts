// SPDX-License-Identifier: Apache-2.0
import { migrationContract } from '@strata/contracts';
import type { MobilityContext } from './index.ts';
import { machineMobility, uncoveredInterfaces } from './index.ts';
import { fastStorage } from '../test-platform.ts';
import { testConfig, testMachine, testPlatform } from './test-cluster.ts';
import type { RawPool } from './test-cluster.ts';

const masquerade = { binding: 'masquerade', ipPreservingCni: false } as const;
const bridge = { binding: 'bridge', ipPreservingCni: false } as const;
const kept = { binding: 'bridge', ipPreservingCni: true } as const;

const anywhere = { replicas: 1, maxUnavailable: 1, hosts: [] } as const;

const bridged = 'its interface is bridged to the pod network, whose address stays behind';
const image = 'ubuntu-24-04';
const one = ['ReadWriteOnce'];

const ownSize = { instancetype: undefined, cpu: 2, memoryGiB: 4 };

interface Row {
  readonly pool?: RawPool;
  readonly network: MobilityContext['network'];
  readonly role?: MobilityContext['role'];
  readonly expected: readonly ['migrates' | 'drains' | 'blocks', ...string[]];
}

const rows: Readonly<Record<string, Row>> = {
  'behind its pod, on shared storage': { network: masquerade, expected: ['migrates'] },
  'bridged, with an address that moves along': { network: kept, expected: ['migrates'] },
  'bridged, with an address that does not': { network: bridge, expected: ['drains', bridged] },
  'a control plane, which is never bridged': {
    network: bridge,
    role: 'control-plane',
    expected: ['migrates'],
  },
  'bridged, and with LiveMigrate': {
    pool: { evictionStrategy: 'LiveMigrate' },
    network: bridge,
    expected: ['blocks', bridged],
  },
  'able to migrate, and with None': {
    pool: { evictionStrategy: 'None' },
    network: masquerade,
    expected: ['drains', 'its evictionStrategy is None'],
  },
  'unable to migrate, and with None': {
    pool: { evictionStrategy: 'None' },
    network: bridge,
    expected: ['drains', 'its evictionStrategy is None', bridged],
  },
  'an ephemeral root disk, which is copied': {
    pool: { rootDisk: { image: 'docker://registry.example/x:1', ephemeral: true } },
    network: masquerade,
    expected: ['migrates'],
  },
  'a scratch disk, which is copied': {
    pool: { disks: [{ name: 'scratch', kind: 'empty', sizeGiB: 1 }] },
    network: masquerade,
    expected: ['migrates'],
  },
  'a VLAN and an SR-IOV card, which are unplugged and plugged in again': {
    pool: { interfaces: [{ network: 'storage-net' }, { network: 'fast-net' }] },
    network: masquerade,
    expected: ['migrates'],
  },
  'a root disk for one host at a time': {
    pool: { rootDisk: { image, accessModes: one } },
    network: masquerade,
    expected: ['drains', 'its disk "root" is ReadWriteOnce, not ReadWriteMany'],
  },
  'a data disk for one host at a time, and with LiveMigrate': {
    pool: {
      disks: [{ name: 'data', kind: 'data', sizeGiB: 1, accessModes: one }],
      evictionStrategy: 'LiveMigrate',
    },
    network: masquerade,
    expected: ['blocks', 'its disk "data" is ReadWriteOnce, not ReadWriteMany'],
  },
  'storage that may be shared or not': {
    pool: { rootDisk: { image, className: 'other' } },
    network: masquerade,
    expected: ['drains', 'nobody says whether the storage of its disk "root" has ReadWriteMany'],
  },
  'shared storage that only some hosts reach': {
    pool: { rootDisk: { image, className: 'local', accessModes: ['ReadWriteMany'] } },
    network: masquerade,
    expected: ['drains', 'its disk "root" is on "local", which not every host reaches'],
  },
  'storage of one host, whose class says nothing of hosts': {
    pool: { rootDisk: { image, className: 'node-local', accessModes: one } },
    network: masquerade,
    expected: [
      'drains',
      'its disk "root" is ReadWriteOnce, not ReadWriteMany',
      'its disk "root" is on "node-local", which not every host reaches',
    ],
  },
  'a file of its host': {
    pool: { disks: [{ name: 'file', kind: 'host', path: '/x', sizeGiB: 1 }] },
    network: masquerade,
    expected: ['drains', 'its disk "file" is a file of its host'],
  },
  'a size of its own': { pool: ownSize, network: masquerade, expected: ['migrates'] },
  'a device of its host': {
    pool: { instancetype: 'gpu' },
    network: masquerade,
    expected: ['drains', 'it has devices of the host (instancetype "gpu")'],
  },
  'with a device that moves along': {
    pool: { instancetype: 'vgpu' },
    network: masquerade,
    expected: ['migrates'],
  },
};

const gpu = { name: 'gpu', cpu: 8, memoryGiB: 32, hostDevices: 1 };
const nodeLocal = {
  name: 'node-local',
  provisioner: 'rancher.io/local-path',
  volumeBindingMode: 'WaitForFirstConsumer' as const,
  isTopologyBound: false,
  allowVolumeExpansion: false,
};
const platform = {
  ...testPlatform,
  instancetypes: [
    ...testPlatform.instancetypes,
    gpu,
    { ...gpu, name: 'vgpu', devicesMove: true as const },
  ],
  storageClasses: [...testPlatform.storageClasses, nodeLocal],
};

// Proves: cluster-networks.binding, drains-and-updates.host-drain
// Proves: drains-and-updates.live-migration-rules, drains-and-updates.on-drain
test.each(Object.entries(rows))('%s', (_, { pool = {}, network, role = 'worker', expected }) => {
  const [behaviour, ...reasons] = expected;
  const { machine } = testMachine(pool);
  const mobility = machineMobility(machine, { role, network, platform, ...anywhere });
  expect(migrationContract(mobility)).toEqual({ behaviour, reasons });
});

// Proves: drains-and-updates.live-migration-rules
test('counts only the disks on storage', () => {
  const disks = [
    { name: 'data', kind: 'data', sizeGiB: 1, className: 'local', accessModes: one },
    { name: 'scratch', kind: 'empty', sizeGiB: 1 },
    { name: 'file', kind: 'host', path: '/x', sizeGiB: 1 },
  ];
  const context: MobilityContext = { role: 'worker', network: bridge, platform, ...anywhere };
  const shared = ['ReadWriteMany'];
  const root = { name: 'root', accessModes: shared, localClass: undefined };
  const data = { name: 'data', accessModes: one, localClass: 'local' };
  const stored = machineMobility(testMachine({ disks }).machine, context);
  expect([stored.disks, stored.hostDisks]).toEqual([[root, data], ['file']]);
  const rootDisk = { image: 'docker://registry.example/x:1', ephemeral: true };
  expect(machineMobility(testMachine({ rootDisk }).machine, context).disks).toEqual([]);
});

const block = ['ReadWriteMany', 'ReadWriteOnce'];
const byVolumeMode = [
  { volumeMode: 'Block' as const, accessModes: ['ReadWriteMany'] },
  { volumeMode: 'Filesystem' as const, accessModes: one },
];
const isOne = 'its disk "root" is ReadWriteOnce, not ReadWriteMany';
const notSaid = 'nobody says whether the storage of its disk "root" has ReadWriteMany';

// CDI v1.65.0 pkg/controller/datavolume/util.go `getDefaultVolumeAndAccessMode`, `getDefaultAccessModes`
// Proves: drains-and-updates.live-migration-rules
test.each([
  ['ReadWriteMany first', { usualAccessModes: ['ReadWriteMany'] }, {}, []],
  ['ReadWriteOnce first', { accessModes: block, usualAccessModes: one }, {}, [isOne]],
  ['one mode, of an older platform', { accessModes: one }, {}, [isOne]],
  ['several modes, of an older platform', { accessModes: block }, {}, [notSaid]],
  ['modes that nobody says', {}, {}, [notSaid]],
  ['modes that CDI does not know', { accessModes: [] }, {}, [notSaid]],
  [
    'other modes than the disk',
    { usualAccessModes: ['ReadWriteMany'] },
    { accessModes: one },
    [isOne],
  ],
  [
    'ReadWriteOnce for the volume mode of the disk',
    { accessModes: block, usualAccessModes: ['ReadWriteMany'], byVolumeMode },
    { volumeMode: 'Filesystem' },
    [isOne],
  ],
  [
    'ReadWriteMany for the volume mode of the disk',
    { accessModes: block, usualAccessModes: one, byVolumeMode },
    { volumeMode: 'Block' },
    [],
  ],
  [
    'no modes for the volume mode of the disk',
    { accessModes: block, usualAccessModes: ['ReadWriteMany'], byVolumeMode: [] },
    { volumeMode: 'Block' },
    [notSaid],
  ],
  [
    'first modes of an unknown volume mode, of an older platform',
    { accessModes: block, usualAccessModes: ['ReadWriteMany'] },
    { volumeMode: 'Block' },
    [notSaid],
  ],
])("a disk in a class that is not the platform's has its modes: %s", (_, modes, disk, reasons) => {
  const { machine } = testMachine({ rootDisk: { image, className: 'ceph', ...disk } });
  const ceph = { ...fastStorage, name: 'ceph', ...modes };
  const context = { ...platform, storageClasses: [...platform.storageClasses, ceph] };
  const facts = { role: 'worker', network: masquerade, platform: context, ...anywhere } as const;
  expect(migrationContract(machineMobility(machine, facts))).toEqual({
    behaviour: reasons.length === 0 ? 'migrates' : 'drains',
    reasons,
  });
});

// Proves: drains-and-updates.on-drain
test('counts disks that outlive the machine', () => {
  const context: MobilityContext = {
    role: 'control-plane',
    network: bridge,
    platform,
    persistentDisks: [{ name: 'etcd', accessModes: ['ReadWriteOnce'] }],
    ...anywhere,
  };
  expect(migrationContract(machineMobility(testConfig().controlPlane, context))).toEqual({
    behaviour: 'drains',
    reasons: ['its disk "etcd" is ReadWriteOnce, not ReadWriteMany'],
  });
});

test('a host without virt-handler takes no machine that moves', () => {
  const taints = [{ key: 'dedicated', value: 'vm', effect: 'NoSchedule' as const }];
  const hosts = [{ name: 'metal-0' }, { name: 'metal-1', taints }];
  const tolerations = [{ key: 'dedicated', operator: 'Exists' as const }];
  const { machine } = testMachine({ scheduling: { tolerations } });
  const found = (workloads: MobilityContext['platform']['workloads']) => {
    const context = { role: 'worker', network: masquerade, ...anywhere, hosts } as const;
    return machineMobility(machine, { ...context, platform: { ...platform, workloads } }).noTarget;
  };
  expect(found({ nodeSelector: {}, tolerations: [] })).toEqual([
    'only one host takes such machines, "metal-0", and its second pod needs another',
  ]);
  expect(found({ nodeSelector: {}, tolerations })).toEqual([]);
  expect(found(undefined)).toEqual([]);
});

// Proves: cluster-networks.uncovered-interfaces
test('returns the interfaces that no NetworkPolicy covers', () => {
  const interfaces = [{ network: 'storage-net' }, { network: 'fast-net', name: 'fast' }];
  expect(uncoveredInterfaces(testMachine({ interfaces }).machine)).toEqual(['storage-net', 'fast']);
  expect(uncoveredInterfaces(testMachine().machine)).toEqual([]);
});
