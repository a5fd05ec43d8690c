// SPDX-License-Identifier: Apache-2.0
import { testCluster } from '@strata/testing';
import { readClusterState } from './cluster-state.ts';

const node = { metadata: { name: 'metal-0' } };

// Proves: infra-cluster.existing
test('reads the version, the nodes and the settings of Cilium', async () => {
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
])('keeps only the numbers of the version %s', async (gitVersion, kubernetes) => {
  await using cluster = await testCluster({ '/version': { gitVersion } });
  expect((await readClusterState(cluster.kubeconfig)).kubernetes).toBe(kubernetes);
});

test('returns no version, no nodes and no Cilium when the cluster has none of them', async () => {
  const nothing = { kubernetes: undefined, nodes: [], cilium: undefined };
  await using bare = await testCluster();
  expect(await readClusterState(bare.kubeconfig)).toEqual(nothing);
  await using empty = await testCluster({ '/version': {}, '/api/v1/nodes': {} });
  expect(await readClusterState(empty.kubeconfig)).toEqual(nothing);
});

test('gives up after the number of seconds that the caller passes', async () => {
  await using cluster = await testCluster({}, ['/version']);
  await expect(readClusterState(cluster.kubeconfig, 0.1)).rejects.toThrow('no answer within 0.1 s');
});
