// SPDX-License-Identifier: Apache-2.0
import { promisedPlatform } from './promised-platform.ts';
import { testConfig } from './test-config.ts';
import { emptyFacts as facts } from './test-facts.ts';

test('user clusters are told the access modes that storageProfiles names', () => {
  const storageClass = (name: string) => ({
    name,
    provisioner: `${name}.csi.example.org`,
    volumeBindingMode: 'Immediate' as const,
    default: false,
    expansion: true,
    topologyBound: false,
    snapshotClasses: [],
  });
  const storageProfiles = [
    {
      storageClass: 'fast',
      claimPropertySets: [
        { accessModes: ['ReadWriteOnce'], volumeMode: 'Block' },
        { accessModes: ['ReadWriteOnce', 'ReadWriteMany'], volumeMode: 'Filesystem' },
      ],
    },
    { storageClass: 'large', cloneStrategy: 'copy' },
  ];
  const { storageClasses } = promisedPlatform(testConfig({ storageProfiles }), {
    ...facts,
    storageClasses: ['fast', 'large'].map(storageClass),
  });
  const told = storageClasses.map((one) => [
    one.name,
    one.accessModes,
    one.usualAccessModes,
    one.byVolumeMode,
  ]);
  expect(told).toEqual([
    // CDI takes the first set for a disk that names no modes.
    [
      'fast',
      ['ReadWriteMany', 'ReadWriteOnce'],
      ['ReadWriteOnce'],
      [
        { volumeMode: 'Block', accessModes: ['ReadWriteOnce'] },
        { volumeMode: 'Filesystem', accessModes: ['ReadWriteOnce', 'ReadWriteMany'] },
      ],
    ],
    // CDI is not there yet, so it is not known whether it knows this storage.
    ['large', undefined, undefined, undefined],
  ]);
});

test('user clusters are told on which hosts virt-handler runs', () => {
  const told = (kubevirt: object) => promisedPlatform(testConfig({ kubevirt }), facts).workloads;
  expect(told({})).toEqual({ nodeSelector: {}, tolerations: [] });
  const workloads = {
    nodeSelector: { 'example.com/machines': 'true' },
    tolerations: [{ key: 'dedicated', value: 'vm', tolerationSeconds: 5, effect: 'NoExecute' }],
  };
  expect(told({ workloads })).toEqual({
    nodeSelector: { 'example.com/machines': 'true' },
    tolerations: [{ key: 'dedicated', operator: 'Equal', value: 'vm', effect: 'NoExecute' }],
  });
});

test('user clusters are told how much memory the pods of VMs request', () => {
  const told = (kubevirt: object) => {
    const outputs = promisedPlatform(testConfig({ kubevirt }), facts);
    return [outputs.launcherOverheadRatio, outputs.memoryOvercommitPercent];
  };
  expect(told({})).toEqual([undefined, undefined]);
  const kubevirt = { additionalGuestMemoryOverheadRatio: 1.5, memoryOvercommitPercent: 80 };
  expect(told(kubevirt)).toEqual([1.5, 80]);
});

// Proves: kubevirt.cpu-model
test('user clusters are told which CPU model VMs have', () => {
  const told = (kubevirt: object) => promisedPlatform(testConfig({ kubevirt }), facts).cpuModel;
  expect(told({})).toBeUndefined();
  expect(told({ cpuModel: 'Haswell' })).toBe('Haswell');
});

// Proves: sizes.interrupt-vectors
test('user clusters are told what each preference does to the devices of VMs', () => {
  const preferences = [
    { name: 'fixed', cpuTopology: 'cores', devices: { disableHotplug: true, graphics: false } },
  ];
  const config = testConfig({ flavors: ['high-performance'], preferences });
  const { headlessPreferences, preferenceDevices } = promisedPlatform(config, facts);
  expect(headlessPreferences).toEqual(['fixed']);
  expect(preferenceDevices).toEqual([
    { name: 'sockets-advantage', networkMultiQueue: false, hotplug: true },
    { name: 'high-performance', networkMultiQueue: true, hotplug: true },
    { name: 'fixed', networkMultiQueue: false, hotplug: false },
  ]);
});

test('other programs are told in which network VMs migrate', () => {
  const network = (kubevirt: object) =>
    promisedPlatform(testConfig({ kubevirt }), facts).migrationNetwork;
  expect(network({})).toBeUndefined();
  expect(network({ migrations: { network: 'moves' } })).toBe('moves');
});

test('user clusters are told how long live migrations may take', () => {
  const told = (kubevirt: object) =>
    promisedPlatform(testConfig({ kubevirt }), facts).migrationTimeoutPerGiB;
  expect(told({})).toBeUndefined();
  expect(told({ migrations: { network: 'moves' } })).toBeUndefined();
  expect(told({ migrations: { completionTimeoutPerGiB: 300 } })).toBe(300);
});

test.each([
  ['nothing', {}, undefined],
  ['that guests are paused', { allowWorkloadDisruption: true }, true],
  [
    'nothing where the guest moves before',
    { allowWorkloadDisruption: true, allowPostCopy: true },
    undefined,
  ],
  ['nothing where migrations end', { allowWorkloadDisruption: false }, undefined],
])('user clusters are told of migrations that take too long: %s', (_, migrations, told) => {
  const { migrationsPause } = promisedPlatform(testConfig({ kubevirt: { migrations } }), facts);
  expect(migrationsPause).toBe(told);
});

test('user clusters are told how machines follow an update of KubeVirt', () => {
  const told = (kubevirt: object) =>
    promisedPlatform(testConfig({ kubevirt }), facts).workloadUpdateMethods;
  expect(told({})).toEqual(['LiveMigrate']);
  expect(told({ workloadUpdateStrategy: { workloadUpdateMethods: [] } })).toEqual([]);
  expect(told({ workloadUpdateStrategy: { workloadUpdateMethods: ['Evict'] } })).toEqual(['Evict']);
});

test('user clusters are told which sizes each preference fits', () => {
  const preferences = [
    { name: 'wide', cpuTopology: 'spread', spreadRatio: 4, requires: { cpu: 8 } },
  ];
  const { preferenceSizes } = promisedPlatform(testConfig({ preferences }), facts);
  expect(preferenceSizes).toEqual([
    { name: 'sockets-advantage', cpuTopology: 'sockets' },
    { name: 'wide', cpuTopology: 'spread', spreadRatio: 4, requires: { cpu: 8 } },
  ]);
});

test('nobody is told which hosts announce no address: only the cluster knows their labels', () => {
  const pools = [{ name: 'near', addresses: ['203.0.113.0/28'] }];
  const metallb = { pools, l2: { nodeSelector: { rack: 'a' } } };
  const hosts = [{ name: 'metal-0' }];
  const { loadBalancerPools } = promisedPlatform(testConfig({ metallb }), { ...facts, hosts });
  expect(loadBalancerPools).toEqual([
    { name: 'near', addresses: ['203.0.113.0/28'], autoAssign: true },
  ]);
});

test('user clusters are told of which pools MetalLB gives out no .0 and no .255', () => {
  const pools = [
    { name: 'all', addresses: ['203.0.113.0/28'] },
    { name: 'old', addresses: ['203.0.113.16/28'], avoidBuggyIPs: true },
  ];
  const { loadBalancerPools } = promisedPlatform(testConfig({ metallb: { pools } }), facts);
  expect(loadBalancerPools.map(({ avoidBuggyIPs, name }) => [name, avoidBuggyIPs])).toEqual([
    ['all', undefined],
    ['old', true],
  ]);
});
