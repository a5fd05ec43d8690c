// SPDX-License-Identifier: Apache-2.0
import { testCluster } from '@strata/testing';
import { testContext } from '../test-context.ts';
import { checkUpdate, readRunningCluster } from './index.ts';
import { foundLoadBalancers } from './found-load-balancer.ts';
import { foundMachines } from './found-machine.ts';
import { foundPools, isUnfinished, keepsSize } from './found-pool.ts';
import type { FoundPool } from './found-pool.ts';
import { lastingValues } from './lasting-keys.ts';

const pool = { 'strata.dev/pool': 'md-a' };

// Proves: clusters.quota
test('a machine counts with what it says, and of what it does not say there is none', () => {
  const none = {
    group: 'md-a',
    instancetype: undefined,
    cpu: undefined,
    memoryGiB: undefined,
    volumesGiB: [],
    hasContainerDisk: false,
    networks: [],
  };
  const found = (spec?: object) =>
    foundMachines([{ metadata: { name: 'md-a-0', labels: pool }, ...(spec && { spec }) }]);
  expect(found()).toEqual([]);
  expect(foundMachines([{ metadata: { name: 'of-others' }, spec: {} }])).toEqual([]);
  expect(found({})).toEqual([none]);
  expect(found({ template: { spec: { domain: {} } } })).toEqual([none]);
  const domain = { cpu: { cores: 3 }, memory: { guest: '1536Mi' } };
  expect(
    found({
      dataVolumeTemplates: [
        {},
        { spec: {} },
        { spec: { storage: {} } },
        { spec: { storage: { resources: {} } } },
      ],
      template: {
        spec: {
          domain,
          networks: [{}, { multus: { networkName: 'networks/a' } }],
          volumes: [{}, { containerDisk: {} }],
        },
      },
    }),
  ).toEqual([
    {
      ...none,
      cpu: 3,
      memoryGiB: 1.5,
      volumesGiB: [0, 0, 0, 0],
      hasContainerDisk: true,
      networks: ['networks/a'],
    },
  ]);
  const cpu = { sockets: 2, cores: 3, threads: 4 };
  expect(found({ template: { spec: { domain: { cpu } } } })).toEqual([{ ...none, cpu: 24 }]);
});

test('a load balancer has the name that the cloud controller gives', () => {
  const hex = '0123456789abcdef0123456789abcde';
  const names = [`a${hex}`, `xa${hex}`, `a${hex}f`, `a${hex.slice(1)}`, 'api'];
  const services = names.map((name) => ({ metadata: { name } }));
  expect(foundLoadBalancers(services)).toEqual([{ name: `a${hex}`, hasSelector: false }]);
});

const still: FoundPool = { isSurged: false, isRolling: false, generations: [] };

// Proves: drains-and-updates.rollout-stops
test('the generations of a pool are those of its machines and of its template, each once', () => {
  const machine = (name: string, generation?: string) => ({
    metadata: {
      name,
      labels: { ...pool, ...(generation !== undefined && { 'strata.dev/generation': generation }) },
    },
  });
  const machines = [machine('md-a-0', 'b'), machine('md-a-1', 'a'), machine('md-a-2')];
  expect(foundPools([{ metadata: { name: 'md-a' } }], machines)).toEqual({
    'md-a': { ...still, generations: ['a', 'b'] },
  });
  for (const spec of [{}, { virtualMachineTemplate: { metadata: {} } }]) {
    expect(foundPools([{ metadata: { name: 'md-b' }, spec }], machines)).toEqual({ 'md-b': still });
  }
});

test('a pool whose size the stack does not own has been resized', () => {
  const sizeOf = (fieldsV1?: object) => {
    const owner = { manager: 'strata', ...(fieldsV1 && { fieldsV1 }) };
    const metadata = { name: 'md-a', managedFields: [owner] };
    return foundPools([{ metadata, spec: { replicas: 3 } }], [])['md-a']?.resizedTo;
  };
  expect(sizeOf()).toBe(3);
  expect(sizeOf({})).toBe(3);
  expect(sizeOf({ 'f:spec': {} })).toBe(3);
  expect(sizeOf({ 'f:spec': { 'f:replicas': {} } })).toBeUndefined();
});

test.each<[string, FoundPool | undefined, boolean]>([
  ['that does not exist', undefined, false],
  ['that the stack has sized', still, false],
  ['that a rollout has sized so', { ...still, resizedTo: 3 }, true],
  ['that a rollout has sized otherwise', { ...still, resizedTo: 2 }, false],
  ['with an additional machine', { ...still, isSurged: true }, true],
  ['that loses machines', { ...still, isLosingMachines: true }, true],
  ['whose rollout has begun', { ...still, isRolling: true }, false],
])('whether the size of a pool %s stays is known', (_, found, is) => {
  expect(keepsSize(found, 3)).toBe(is);
});

test('a pool whose machines and template have no generation is not unfinished', () => {
  expect(isUnfinished(still, 'a')).toBe(false);
});

// Proves: machines.lasting-keys
test('of parts that a configuration lacks no value lasts, and no version is checked', () => {
  expect(lastingValues({})).toEqual({});
  const running = { controlPlane: ['1.30.0'], pools: {}, etcdDisks: [], lasting: {} };
  expect(checkUpdate({ ...testContext(), config: {}, running })).toEqual([]);
});

const volumes = '/apis/cdi.kubevirt.io/v1beta1/namespaces/cluster-demo/datavolumes';
const claims = '/api/v1/namespaces/cluster-demo/persistentvolumeclaims';
const asks = (storage: string) => ({ resources: { requests: { storage } } });

test.each([{}, { resources: {} }])(
  'a disk counts once it and its claim say how large they are, and %j does not',
  async (unsized) => {
    await using cluster = await testCluster({
      // Without a size, with a claim without a size, and without a claim.
      [`${volumes}/cp-0-etcd`]: { spec: {} },
      [`${claims}/cp-0-etcd`]: { spec: asks('8Gi') },
      [`${volumes}/cp-1-etcd`]: { spec: { storage: asks('8Gi') } },
      [`${claims}/cp-1-etcd`]: { spec: unsized },
      [`${volumes}/cp-2-etcd`]: { spec: { storage: asks('8Gi') } },
      [`${claims}/etcd-backup`]: { spec: unsized },
      '/api/v1/namespaces/cluster-demo/services/api': { metadata: { name: 'api' } },
    });
    const { backupVolume, etcdDisks, lasting } = await readRunningCluster(
      cluster.kubeconfig,
      'cluster-demo',
    );
    expect({ backupVolume, etcdDisks, lasting }).toEqual({
      backupVolume: undefined,
      etcdDisks: [],
      lasting: {},
    });
  },
);

test('a disk may ask for a claim as it is, and a claim may have no class', async () => {
  const spec = { pvc: asks('8Gi') };
  await using cluster = await testCluster({
    [`${volumes}/cp-0-etcd`]: { spec },
    [`${claims}/cp-0-etcd`]: { spec: { volumeMode: 'Block', ...asks('8589934593') } },
    // Of a disk that is being deleted.
    [`${claims}/cp-1-etcd`]: { spec: asks('8Gi') },
    [`${claims}/etcd-backup`]: { spec: asks('40Gi') },
  });
  const { backupVolume, etcdDisks } = await readRunningCluster(cluster.kubeconfig, 'cluster-demo');
  expect(backupVolume).toEqual({ className: '', sizeGiB: 40 });
  expect(etcdDisks).toEqual([
    {
      name: 'cp-0-etcd',
      className: '',
      volumeMode: 'Block',
      madeGiB: 8,
      sizeGiB: 8,
      claimMiB: 8193,
      spec,
    },
  ]);
});
