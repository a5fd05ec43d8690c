// SPDX-License-Identifier: Apache-2.0
import { testCluster } from '@strata/testing';
import { readClusterState } from './cluster-state.ts';

const node = { metadata: { name: 'metal-0' } };

// Proves: infra-cluster.existing
test('a cluster tells its version, its nodes and the settings of its Cilium', async () => {
  await using cluster = await testCluster({
    '/version': { gitVersion: 'v1.35.4' },
    '/api/v1/nodes': { items: [node] },
    '/api/v1/namespaces/kube-system/configmaps/cilium-config': {
      data: { 'cni-exclusive': 'false' },
    },
  });
  expect(await readClusterState(cluster.kubeconfig)).toEqual({
    kubernetes: '1.35.4',
    nodes: [node],
    cilium: { 'cni-exclusive': 'false' },
  });
});

test.each([
  ['v1.35.4+rke2r1', '1.35.4'],
  ['v1.35.4-eks-1234567', '1.35.4'],
  ['1.35.4', '1.35.4'],
  ['1.35.4-dev', '1.35.4'],
])('of the version %s only the numbers count', async (gitVersion, kubernetes) => {
  await using cluster = await testCluster({ '/version': { gitVersion } });
  expect((await readClusterState(cluster.kubeconfig)).kubernetes).toBe(kubernetes);
});

test('a cluster that has none of it is one without nodes, version and Cilium', async () => {
  const nothing = { kubernetes: undefined, nodes: [], cilium: undefined };
  await using bare = await testCluster();
  expect(await readClusterState(bare.kubeconfig)).toEqual(nothing);
  await using empty = await testCluster({ '/version': {}, '/api/v1/nodes': {} });
  expect(await readClusterState(empty.kubeconfig)).toEqual(nothing);
});

test('who asks says how long it waits', async () => {
  await using cluster = await testCluster({}, ['/version']);
  await expect(readClusterState(cluster.kubeconfig, 0.1)).rejects.toThrow('no answer within 0.1 s');
});
