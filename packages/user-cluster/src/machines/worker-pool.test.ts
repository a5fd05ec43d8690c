// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { named, recordProgram } from '@strata/testing';
import type { FoundPool } from '../update/index.ts';
import { machineLabels, poolPace, renderMachine, WorkerPool } from './index.ts';
import type { WorkerPoolArgs } from './index.ts';
import { smallPool, testContext, testMachine } from './test-cluster.ts';
import type { RawPool } from './test-cluster.ts';

const labels = {
  'app.kubernetes.io/managed-by': 'strata',
  'app.kubernetes.io/part-of': 'demo',
  'cluster.x-k8s.io/cluster-name': 'demo',
  'strata.dev/environment': 'sandbox',
};
const annotations = { 'pulumi.com/patchFieldManager': 'strata' };

function record(change: RawPool = {}, more: Partial<WorkerPoolArgs> = {}) {
  const context = testContext({ pools: [{ ...smallPool, ...change }] });
  const [pool] = context.config.pools;
  if (pool === undefined) throw new Error('the configuration has no pool');
  return recordProgram(
    () =>
      new WorkerPool('demo-pool-md-a', {
        ...context,
        ...more,
        pool,
        userDataSecret: pulumi.output('md-a-0a1b2c3d'),
        generation: '0a1b2c3d',
        contents: {
          deletedWith: new pulumi.ComponentResource('test:index:Namespace', 'namespace'),
        },
      }),
  );
}

// Proves: machines.groups, machines.rolling, machines.scaling, volumes.not-undone
test('KubeVirt makes machines and deletes the last ones, and updates none', async () => {
  const recording = await record();
  const args = testMachine();
  expect(named(recording, 'demo-pool-md-a-machines')).toMatchObject({
    parent: 'demo-pool-md-a',
    dependsOn: ['demo-pool-md-a-budget'],
    inputs: {
      apiVersion: 'pool.kubevirt.io/v1beta1',
      kind: 'VirtualMachinePool',
      metadata: {
        name: 'md-a',
        namespace: 'cluster-demo',
        labels,
        annotations: {
          ...annotations,
          'pulumi.com/patchForce': 'true',
          'strata.dev/kubernetes': '1.35.4',
        },
      },
    },
  });
  expect(named(recording, 'demo-pool-md-a-machines').inputs.spec).toEqual({
    replicas: 2,
    maxUnavailable: 1,
    selector: { matchLabels: { machine: 'md-a' } },
    updateStrategy: { unmanaged: {} },
    scaleInStrategy: { proactive: { selectionPolicy: { sortPolicy: 'DescendingOrder' } } },
    nameGeneration: { appendIndexToSecretRefs: false, appendIndexToConfigMapRefs: false },
    virtualMachineTemplate: {
      metadata: {
        labels: machineLabels(args),
        annotations: { 'kubevirt.io/immediate-data-volume-creation': 'false' },
      },
      spec: renderMachine(args),
    },
  });
});

// Proves: keys.authority-rotation
test('its machines record how far the rotation of the authority is, and of no key that they do not have', async () => {
  const { config } = testContext({ pools: [smallPool] });
  const serviceAccount = { generation: 2, phase: 'sign' as const };
  const authority = { generation: 2, phase: 'trust' as const };
  const keys = { ...config.keys, authority, serviceAccount };
  const recording = await record({}, { config: { ...config, keys } });
  expect(named(recording, 'demo-pool-md-a-machines').inputs.spec).toMatchObject({
    virtualMachineTemplate: {
      metadata: {
        annotations: {
          'kubevirt.io/immediate-data-volume-creation': 'false',
          'strata.dev/keys': '{"authority":{"generation":2,"phase":"trust"}}',
        },
      },
    },
  });
});

// Proves: drains-and-updates.host-drain, drains-and-updates.max-unavailable
test.each([
  [5, 2, 3],
  [1, 1, 0],
  [0, 1, 0],
  [2, 4, 0],
  [3, 0, 2],
])('of %i machines, %i may be away: keeps %i', async (replicas, maxUnavailable, minAvailable) => {
  const recording = await record({ replicas, maxUnavailable });
  expect(named(recording, 'demo-pool-md-a-budget').inputs).toEqual({
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name: 'md-a', namespace: 'cluster-demo', labels, annotations },
    spec: {
      minAvailable,
      selector: { matchLabels: { machine: 'md-a', 'kubevirt.io': 'virt-launcher' } },
      unhealthyPodEvictionPolicy: 'AlwaysAllow',
    },
  });
});

// Proves: machines.groups
test('does not wait for machines: one that does not join must not keep its repair away', async () => {
  const { metadata } = named(await record(), 'demo-pool-md-a-machines').inputs as {
    readonly metadata: { readonly annotations: object };
  };
  expect(metadata.annotations).not.toHaveProperty(['pulumi.com/waitFor']);
});

// Proves: drains-and-updates.rollout-stops
test('leaves the number of machines to a rollout that has not ended, and as a rollout left it', async () => {
  const still = { isSurged: false, isRolling: false, generations: [] };
  const ignored = async (found: Readonly<Record<string, FoundPool>>) =>
    named(await record({}, { foundPools: found }), 'demo-pool-md-a-machines').ignoreChanges;
  const surged = { ...still, isSurged: true, isRolling: true, resizedTo: 3 };
  expect(named(await record(), 'demo-pool-md-a-machines').ignoreChanges).toBeUndefined();
  expect(await ignored({ 'md-a': surged })).toEqual(['spec.replicas']);
  expect(await ignored({ 'md-b': surged })).toBeUndefined();
  expect(await ignored({ 'md-a': { ...still, resizedTo: 2 } })).toEqual(['spec.replicas']);
  // Somebody else made the pool larger; or it is to become smaller.
  expect(await ignored({ 'md-a': { ...still, resizedTo: 3 } })).toBeUndefined();
  expect(await ignored({ 'md-a': still })).toBeUndefined();
  // Another number could make KubeVirt's controller panic.
  expect(await ignored({ 'md-a': { ...still, isLosingMachines: true } })).toEqual([
    'spec.replicas',
  ]);
});

test.each<[RawPool, object]>([
  [{}, { maxSurge: 1, maxUnavailable: 1, atATime: 1 }],
  [{ maxUnavailable: 3 }, { maxSurge: 1, maxUnavailable: 3, atATime: 3 }],
  [
    { maxSurge: 2, maxUnavailable: 0 },
    { maxSurge: 2, maxUnavailable: 0, atATime: 2 },
  ],
  [{ replicas: 0 }, { maxSurge: 0, maxUnavailable: 1, atATime: 1 }],
  [
    { interfaces: [{ network: 'lan', mac: '02:00:00:00:00:10' }] },
    { maxSurge: 0, maxUnavailable: 1, atATime: 1 },
  ],
  [
    {
      interfaces: [{ network: 'lan' }],
      disks: [{ name: 'scratch', kind: 'empty', sizeGiB: 1 }],
    },
    { maxSurge: 1, maxUnavailable: 1, atATime: 1 },
  ],
  [
    { disks: [{ name: 'cache', kind: 'host', path: '/var/cache.img' }] },
    { maxSurge: 0, maxUnavailable: 1, atATime: 1 },
  ],
])('rolls a pool with %j at the pace %j', (change, pace) => {
  const [pool] = testContext({ pools: [{ ...smallPool, ...change }] }).config.pools;
  expect(pool && poolPace(pool)).toEqual(pace);
});

// Proves: machines.groups
test('returns the names of its machines', async () => {
  const { outputs, result } = await record({ replicas: 3 });
  const machines = ['md-a-0', 'md-a-1', 'md-a-2'];
  expect(result.machines).toEqual(machines);
  expect(outputs.get('demo-pool-md-a')).toEqual({ machines });
});

// Proves: drains-and-updates.workload-evicted
test('waits as long for machines that are deleted as they may take to shut down', async () => {
  // 600 + 60 + 30 seconds, and 100 + 20 + 30.
  const timeouts = async (change: RawPool) =>
    named(await record(change), 'demo-pool-md-a-machines').customTimeouts;
  expect(await timeouts({})).toEqual({ create: '20m', update: '32m', delete: '22m' });
  const drain = { timeoutSeconds: 100, shutdownSeconds: 20 };
  expect(await timeouts({ drain })).toEqual({ create: '20m', update: '23m', delete: '13m' });
});

test('its budget is a child of the pool, and is deleted with the namespace', async () => {
  expect(named(await record(), 'demo-pool-md-a-budget')).toMatchObject({
    parent: 'demo-pool-md-a',
    deletedWith: 'namespace',
  });
});
