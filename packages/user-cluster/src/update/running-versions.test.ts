// SPDX-License-Identifier: Apache-2.0
import { named, recordProgram, testCluster } from '@strata/testing';
import type { BootstrapKeys } from '../bootstrap/index.ts';
import { testControlPlane } from '../bootstrap/test-bootstrap.ts';
import { ControlPlane } from '../control-plane/index.ts';
import { WorkerPool } from '../machines/index.ts';
import { testContext } from '../test-context.ts';
import { readRunningVersions } from './index.ts';

const virtualMachines = '/apis/kubevirt.io/v1/namespaces/cluster-demo/virtualmachines';
const pools = '/apis/pool.kubevirt.io/v1beta1/namespaces/cluster-demo/virtualmachinepools';

/** The machines of a cluster of 1.35.4, as they are written. */
async function written() {
  const base = testContext();
  const [pool] = base.config.pools;
  if (pool === undefined) throw new Error('the configuration has no pool');
  const { authority, keys } = testControlPlane();
  const context = { ...base, keys: { authority, controlPlane: keys } as BootstrapKeys };
  return recordProgram(() => {
    new ControlPlane('cp', context);
    new WorkerPool('a', { ...base, pool, userDataSecret: 's', generation: 'g' });
    const kubernetesVersion = '1.34.4';
    const behind = { ...pool, name: 'md-b', kubernetesVersion };
    new WorkerPool('b', { ...base, pool: behind, userDataSecret: 's', generation: 'g' });
  });
}

test('knows the version of every machine that Strata wrote', async () => {
  const recording = await written();
  const object = (name: string) => named(recording, name).inputs;
  await using cluster = await testCluster({
    [virtualMachines]: {
      // A machine of a pool says nothing itself.
      items: [object('cp-cp-0'), { metadata: { name: 'md-a-0' } }],
    },
    [pools]: { items: [object('a-machines'), object('b-machines')] },
  });
  expect(await readRunningVersions(cluster.kubeconfig, 'cluster-demo')).toEqual({
    controlPlane: ['1.35.4'],
    pools: { 'md-a': '1.35.4', 'md-b': '1.34.4' },
  });
});

test('a cluster that is not there yet runs nothing', async () => {
  await using cluster = await testCluster();
  expect(await readRunningVersions(cluster.kubeconfig, 'cluster-demo')).toEqual({
    controlPlane: [],
    pools: {},
  });
});

test('says what to check when the infra cluster is away', async () => {
  const { endpoint, kubeconfig, ...gone } = await testCluster();
  await gone[Symbol.asyncDispose]();
  await expect(readRunningVersions(kubeconfig, 'cluster-demo')).rejects.toThrow(
    `of the cluster at ${endpoint}: connect ECONNREFUSED ${endpoint.slice(7)}. Check that the infra ` +
      "cluster runs and that its stack's kubeconfig is still valid (pulumi -C packages/infra up renews it).",
  );
});
