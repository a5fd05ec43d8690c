// SPDX-License-Identifier: Apache-2.0
import { named, recordProgram, testCluster } from '@strata/testing';
import type { BootstrapKeys } from '../bootstrap/index.ts';
import { testControlPlane } from '../bootstrap/test-bootstrap.ts';
import { ControlPlane } from '../control-plane/index.ts';
import { machineLabels, poolMachine, renderMachine, WorkerPool } from '../machines/index.ts';
import { machineDemands } from '../tenancy/machine-demand.ts';
import { testContext } from '../test-context.ts';
import { isUnfinished, readRunningCluster } from './index.ts';
import type { FoundPool } from './index.ts';

const virtualMachines = '/apis/kubevirt.io/v1/namespaces/cluster-demo/virtualmachines';
const services = '/api/v1/namespaces/cluster-demo/services';
const plain = 'a0123456789abcdef0123456789abcde';
const selectorless = 'afedcba9876543210fedcba987654321';
const apiService = '/api/v1/namespaces/cluster-demo/services/api';
const pools = '/apis/pool.kubevirt.io/v1beta1/namespaces/cluster-demo/virtualmachinepools';
const secrets =
  '/api/v1/namespaces/cluster-demo/secrets?labelSelector=cluster.x-k8s.io%2Fcluster-name';

/** Returns the VMs of a cluster of 1.35.4, as Strata writes them. */
async function written() {
  const base = testContext();
  const [pool] = base.config.pools;
  if (pool === undefined) throw new Error('the configuration has no pool');
  const { authority, keys } = testControlPlane();
  const fingerprints = { encryption: 'sha256:1' };
  const ownKeys: BootstrapKeys = { authority, controlPlane: keys, fingerprints };
  const context = { ...base, keys: ownKeys };
  return recordProgram(() => {
    new ControlPlane('cp', context);
    new WorkerPool('a', { ...base, pool, userDataSecret: 's', generation: 'g' });
    const kubernetesVersion = '1.34.4';
    const behind = { ...pool, name: 'md-b', kubernetesVersion };
    new WorkerPool('b', { ...base, pool: behind, userDataSecret: 's', generation: 'g' });
  });
}

// Proves: drains-and-updates.no-skipped-minor, machines.lasting-keys
test('reads the version of every machine that Strata made', async () => {
  const recording = await written();
  const object = (name: string) => named(recording, name).inputs;
  await using cluster = await testCluster({
    [virtualMachines]: {
      // A VM of a pool has no version itself.
      items: [object('cp-cp-0'), { metadata: { name: 'md-a-0' } }],
    },
    [pools]: { items: [object('a-machines'), object('b-machines')] },
    [services]: {
      items: [
        { metadata: { name: 'api' }, spec: { selector: { a: 'b' } } },
        { metadata: { name: plain }, spec: { selector: { a: 'b' } } },
        { metadata: { name: selectorless }, spec: {} },
      ],
    },
    [secrets]: {
      items: [
        {
          metadata: {
            name: 'etcd-backup-client',
            annotations: {
              'strata.dev/keys': '{"etcdAuthority":{"generation":2,"phase":"trust"}}',
            },
          },
        },
      ],
    },
    [apiService]: {
      metadata: {
        name: 'api',
        annotations: { 'strata.dev/lasting': '{"cni.type":"cilium"}' },
      },
    },
  });
  const { controlPlane, ...others } = await readRunningCluster(cluster.kubeconfig, 'cluster-demo');
  expect(controlPlane).toStrictEqual(['1.35.4']);
  expect(others).toEqual({
    pools: { 'md-a': '1.35.4', 'md-b': '1.34.4' },
    foundPools: {
      'md-a': { isSurged: false, isRolling: false, generations: ['g'], resizedTo: 2 },
      'md-b': { isSurged: false, isRolling: false, generations: ['g'], resizedTo: 2 },
    },
    foundMachines: [
      {
        group: 'cp',
        instancetype: 'standard-2',
        cpu: undefined,
        memoryGiB: undefined,
        volumesGiB: [20],
        hasContainerDisk: false,
        networks: [],
      },
    ],
    startUpSecrets: [],
    etcdDisks: [],
    volumeSnapshots: 0,
    loadBalancers: [
      { name: plain, hasSelector: true },
      { name: selectorless, hasSelector: false },
    ],
    keySteps: [
      { serviceAccount: 0, encryption: 0, authority: 0, etcdAuthority: 0, frontProxyAuthority: 0 },
    ],
    poolSteps: [0, 0],
    backupSteps: [1],
    foundKeys: [{ owner: 'VirtualMachine cp-0', fingerprints: { encryption: 'sha256:1' } }],
    lasting: { 'cni.type': 'cilium' },
  });
});

test('returns the pools that a rollout has left half done', async () => {
  const pool = (name: string, generation: string, annotations: object) => ({
    metadata: { name, annotations },
    spec: {
      virtualMachineTemplate: { metadata: { labels: { 'strata.dev/generation': generation } } },
    },
  });
  const machine = (name: string, owner: string, generation: string) => ({
    metadata: {
      name,
      labels: { 'strata.dev/pool': owner, 'strata.dev/generation': generation },
    },
  });
  const items = [
    pool('md-a', 'b', { 'strata.dev/surge': '1', 'strata.dev/rolling': 'true' }),
    pool('md-b', 'a', {}),
    pool('md-c', 'b', { 'strata.dev/rolling': 'true' }),
  ];
  const machines = [
    machine('md-a-0', 'md-a', 'a'),
    machine('md-a-1', 'md-a', 'b'),
    machine('md-b-0', 'md-b', 'a'),
    { metadata: { name: 'cp-0' } },
  ];
  await using cluster = await testCluster({
    [pools]: { items },
    [virtualMachines]: { items: machines },
  });
  const { foundPools } = await readRunningCluster(cluster.kubeconfig, 'cluster-demo');
  expect(foundPools).toEqual({
    'md-a': { isSurged: true, isRolling: true, generations: ['a', 'b'] },
    'md-b': { isSurged: false, isRolling: false, generations: ['a'] },
    'md-c': { isSurged: false, isRolling: true, generations: ['b'] },
  });
});

// Proves: clusters.quota
test('reads the size of every machine that Strata made', async () => {
  const pool = {
    name: 'md-a',
    replicas: 2,
    cpu: 3,
    memoryMiB: 5632,
    rootDisk: { image: 'docker://registry.example/disks/ubuntu:24.04', ephemeral: true },
    disks: [{ name: 'data', kind: 'data', sizeGiB: 100 }],
    interfaces: [{ network: 'fast-lane' }],
  };
  const context = testContext({ pools: [pool] });
  const [machine] = context.config.pools;
  if (machine === undefined) throw new Error('the configuration has no pool');
  const args = { ...poolMachine(context, machine), userDataSecret: 's', generation: 'g' };
  const metadata = { name: 'md-a-0', labels: machineLabels(args) };
  const items = [{ metadata, spec: renderMachine(args) }, { metadata: { name: 'of-others' } }];
  await using cluster = await testCluster({ [virtualMachines]: { items } });
  const { foundMachines } = await readRunningCluster(cluster.kubeconfig, 'cluster-demo');
  expect(foundMachines).toEqual([
    {
      group: 'md-a',
      instancetype: undefined,
      cpu: 3,
      memoryGiB: 5.5,
      volumesGiB: [100],
      hasContainerDisk: true,
      networks: ['networks/fast-lane'],
    },
  ]);
  const demands = (found: typeof foundMachines) =>
    machineDemands({ ...context, ...(found && { foundMachines: found }) });
  // A cluster that is as configured has the same quota whether its machines exist or not.
  expect(demands(foundMachines)).toEqual(demands(undefined));
});

// Proves: drains-and-updates.rollout-stops
test('returns whether machines of a pool are being deleted', async () => {
  const machine = (name: string, owner: string, deletionTimestamp?: string) => ({
    metadata: { name, labels: { 'strata.dev/pool': owner }, deletionTimestamp },
  });
  const items = ['md-a', 'md-b'].map((name) => ({ metadata: { name } }));
  const machines = [
    machine('md-a-0', 'md-a'),
    machine('md-a-1', 'md-a', '2026-01-01T00:00:00Z'),
    machine('md-b-0', 'md-b'),
  ];
  await using cluster = await testCluster({
    [pools]: { items },
    [virtualMachines]: { items: machines },
  });
  const { foundPools } = await readRunningCluster(cluster.kubeconfig, 'cluster-demo');
  const still = { isSurged: false, isRolling: false, generations: [] };
  expect(foundPools).toEqual({ 'md-a': { ...still, isLosingMachines: true }, 'md-b': still });
});

test('returns whether the stack or a rollout has set the size of a pool', async () => {
  const says = (...managers: readonly string[]) =>
    managers.map((manager) => ({ manager, fieldsV1: { 'f:spec': { 'f:replicas': {} } } }));
  const pool = (name: string, managedFields: readonly object[]) => ({
    metadata: { name, managedFields },
    spec: { replicas: 3 },
  });
  const template = { manager: 'strata', fieldsV1: { 'f:spec': { 'f:selector': {} } } };
  const items = [
    pool('new', says('strata')),
    pool('rolled', [template, ...says('strata-rollout')]),
    pool('scaled', says('strata', 'strata-rollout')),
  ];
  await using cluster = await testCluster({ [pools]: { items } });
  const { foundPools } = await readRunningCluster(cluster.kubeconfig, 'cluster-demo');
  const found = Object.entries(foundPools ?? {}).map(([name, { resizedTo }]) => [name, resizedTo]);
  expect(Object.fromEntries(found)).toEqual({ new: undefined, rolled: 3, scaled: undefined });
});

test.each<[string, FoundPool | undefined, boolean]>([
  ['that does not exist', undefined, false],
  ['that is as configured', { isSurged: false, isRolling: false, generations: ['a'] }, false],
  ['without machines and template', { isSurged: false, isRolling: false, generations: [] }, false],
  ['with an additional machine', { isSurged: true, isRolling: false, generations: ['a'] }, true],
  ['whose rollout has begun', { isSurged: false, isRolling: true, generations: ['a'] }, true],
  [
    'that loses a machine',
    { isSurged: false, isRolling: false, generations: ['a'], isLosingMachines: true },
    true,
  ],
  ['with other machines', { isSurged: false, isRolling: false, generations: ['a', 'b'] }, true],
])('returns whether a pool %s is unfinished', (_, found, is) => {
  expect(isUnfinished(found, 'a')).toBe(is);
});

test('returns the Secrets that machines start with', async () => {
  const items = [
    { metadata: { name: 'md-a-userdata-0123abcd' }, data: { userdata: 'canary' } },
    { metadata: { name: 'controller' } },
  ];
  await using cluster = await testCluster({ [secrets]: { items } });
  const { startUpSecrets } = await readRunningCluster(cluster.kubeconfig, 'cluster-demo');
  expect(startUpSecrets).toEqual([{ owner: 'md-a', generation: '0123abcd', slot: 0 }]);
});

// Proves: volumes.snapshots
test('counts the snapshots of its volumes', async () => {
  const path = '/apis/snapshot.storage.k8s.io/v1/namespaces/cluster-demo/volumesnapshots';
  const items = [{ metadata: { name: 'snapshot-a' } }, { metadata: { name: 'snapshot-b' } }];
  await using cluster = await testCluster({
    [`${path}?labelSelector=cluster.x-k8s.io%2Fcluster-name`]: { items },
  });
  const { volumeSnapshots } = await readRunningCluster(cluster.kubeconfig, 'cluster-demo');
  expect(volumeSnapshots).toBe(2);
});

test('returns nothing for a cluster that does not exist yet', async () => {
  await using cluster = await testCluster();
  expect(await readRunningCluster(cluster.kubeconfig, 'cluster-demo')).toEqual({
    controlPlane: [],
    pools: {},
    foundPools: {},
    foundMachines: [],
    startUpSecrets: [],
    etcdDisks: [],
    volumeSnapshots: 0,
    loadBalancers: [],
    keySteps: [],
    poolSteps: [],
    backupSteps: [],
    foundKeys: [],
    lasting: {},
  });
});

test('says what to check when the infra cluster cannot be reached', async () => {
  const { endpoint, kubeconfig, ...gone } = await testCluster();
  await gone[Symbol.asyncDispose]();
  await expect(readRunningCluster(kubeconfig, 'cluster-demo')).rejects.toThrow(
    `of the cluster at ${endpoint}: connect ECONNREFUSED ${endpoint.slice(7)}. Check that the infra ` +
      "cluster runs, and that the account of its stack's kubeconfig is still there. To make new " +
      'tokens of the accounts, raise infra:access.generation and run: ' +
      'npx strata up <environment> --program infra',
  );
});
