// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { named, recordProgram } from '@strata/testing';
import { machineLabels, renderMachine, WorkerPool } from './index.ts';
import { smallPool, testContext, testMachine } from './test-cluster.ts';
import type { RawPool } from './test-cluster.ts';

const labels = {
  'app.kubernetes.io/managed-by': 'strata',
  'app.kubernetes.io/part-of': 'demo',
  'cluster.x-k8s.io/cluster-name': 'demo',
  'strata.dev/environment': 'sandbox',
};
const annotations = { 'pulumi.com/patchFieldManager': 'strata' };

function record(change: RawPool = {}) {
  const context = testContext({ pools: [{ ...smallPool, ...change }] });
  const [pool] = context.config.pools;
  if (pool === undefined) throw new Error('the configuration has no pool');
  return recordProgram(
    () =>
      new WorkerPool('demo-pool-md-a', {
        ...context,
        pool,
        userDataSecret: pulumi.output('md-a-0a1b2c3d'),
        generation: '0a1b2c3d',
      }),
  );
}

test('leaves machines to KubeVirt, which replaces them in order and takes away the last', async () => {
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
        annotations: { ...annotations, 'pulumi.com/waitFor': 'jsonpath={.status.readyReplicas}=2' },
      },
    },
  });
  expect(named(recording, 'demo-pool-md-a-machines').inputs.spec).toEqual({
    replicas: 2,
    maxUnavailable: 1,
    selector: { matchLabels: { machine: 'md-a' } },
    updateStrategy: { proactive: { selectionPolicy: { sortPolicy: 'AscendingOrder' } } },
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

test.each([
  [5, 2, 3],
  [1, 1, 0],
  [0, 1, 0],
  [2, 4, 0],
])('of %i machines that may lack %i, keeps %i', async (replicas, maxUnavailable, minAvailable) => {
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

test.each([
  [3, 'jsonpath={.status.readyReplicas}=3'],
  [0, 'jsonpath={$[?(@.labelSelector && !@.replicas)]}'],
])('waits until a pool of %i is complete', async (replicas, expression) => {
  const recording = await record({ replicas });
  expect(named(recording, 'demo-pool-md-a-machines').inputs.metadata).toMatchObject({
    annotations: { 'pulumi.com/waitFor': expression },
  });
});

test('says what its machines are called', async () => {
  expect((await record({ replicas: 3 })).result.machines).toEqual(['md-a-0', 'md-a-1', 'md-a-2']);
});
