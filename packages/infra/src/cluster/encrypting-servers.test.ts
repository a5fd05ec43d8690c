// SPDX-License-Identifier: Apache-2.0
import { testCluster } from '@strata/testing';
import { encryptingServers } from './encrypting-servers.ts';

const path = '/api/v1/namespaces/kube-system/pods?labelSelector=component%3Dkube-apiserver';

const server = (name: string, ...flags: readonly string[]) => ({
  metadata: { name },
  spec: { containers: [{ command: ['kube-apiserver', ...flags] }] },
});

test('names the API servers that run with keys of Secrets', async () => {
  const flag = '--encryption-provider-config=/etc/kubernetes/encryption-providers/keys.yaml';
  await using cluster = await testCluster({
    [path]: { items: [server('kube-apiserver-metal-0', flag), server('kube-apiserver-metal-1')] },
  });
  expect(await encryptingServers(cluster.kubeconfig)).toEqual(['kube-apiserver-metal-0']);
});

test('names none where no API server is a pod', async () => {
  await using cluster = await testCluster({ [path]: {} });
  expect(await encryptingServers(cluster.kubeconfig)).toEqual([]);
  await using bare = await testCluster();
  expect(await encryptingServers(bare.kubeconfig)).toEqual([]);
});
