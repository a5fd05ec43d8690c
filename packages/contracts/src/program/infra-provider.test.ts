// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { infraProviderArgs } from './infra-provider.ts';

test('identifies the cluster by its environment, whatever the kubeconfig', async () => {
  const { kubeconfig, ...rest } = infraProviderArgs(pulumi.secret('kubeconfig'), 'sandbox');
  expect(rest).toEqual({
    clusterIdentifier: 'sandbox',
    enableServerSideApply: true,
    enablePatchForce: true,
    kubeClientSettings: { qps: 1000, burst: 2000 },
  });
  expect(await pulumi.isSecret(kubeconfig)).toBe(true);
});
