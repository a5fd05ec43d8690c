// SPDX-License-Identifier: Apache-2.0
import { testCluster } from '@strata/testing';
import { installedKubevirt } from './installed-kubevirt.ts';

const path = '/apis/kubevirt.io/v1/kubevirts';

test.each([
  ['of its operator', { items: [{ status: { observedKubeVirtVersion: 'v1.7.0' } }] }, '1.7.0'],
  ['of none that has not come up yet', { items: [{}] }, undefined],
])('reads the version %s', async (_, list, version) => {
  await using cluster = await testCluster({ [path]: list });
  expect(await installedKubevirt(cluster.kubeconfig)).toBe(version);
});

test('knows none where KubeVirt is not installed', async () => {
  await using cluster = await testCluster();
  expect(await installedKubevirt(cluster.kubeconfig)).toBeUndefined();
});
