// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { providerAnswers, recordProgram, valueOf } from '@strata/testing';
import { clusterOutputs, UserCluster } from '@strata/user-cluster';
import { testContext } from '@strata/user-cluster/test-context';
import { expectedCluster } from './expected-cluster.ts';
import type { StateResource } from './state-file.ts';

const created = '2026-05-01T00:00:00Z';

/** Returns the resources that the program makes for a cluster with backups, as a state has them. */
async function recordedState(): Promise<readonly StateResource[]> {
  const s3 = {
    endpoint: 'https://s3.example.org',
    bucket: 'backups',
    region: 'eu-central-1',
    credentials: { accessKeyId: 'AKIA', secretAccessKey: 'the secret' },
    authority: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n',
  };
  const keys = { encryption: { generation: 2, phase: 'read' } };
  const { resources, result } = await recordProgram(
    () => {
      const context = testContext({ cni: { type: 'none' }, backup: { target: { s3 } }, keys });
      const infraKubeconfig = pulumi.secret('infra');
      return clusterOutputs(
        new UserCluster('demo', { ...context, infraKubeconfig, manifests: {} }),
        context,
      );
    },
    { outputs: (type) => providerAnswers[type] ?? {} },
  );
  const { kubernetes, machineGroups } = result;
  const outputs = {
    kubernetes,
    machineGroups,
    backup: await valueOf(pulumi.output(result.backup)),
  };
  const urn = (type: string, name: string) => `urn:pulumi:sandbox.demo::test::${type}::${name}`;
  const stack = 'pulumi:pulumi:Stack';
  const own = { provider: '', delete: false, created, modified: undefined };
  return [
    { ...own, urn: urn(stack, 'stack'), type: stack, inputs: {}, outputs },
    ...resources.map(({ inputs, name, provider = '', type }) => {
      const made = { inputs: { ...inputs }, outputs: providerAnswers[type] ?? {} };
      return { ...own, urn: urn(type, name), type, provider, ...made };
    }),
  ];
}

test('the names by which a state is read are those that the program gives', async () => {
  const found = expectedCluster(await recordedState(), 'demo');
  expect(found).toMatchObject({
    access: { repository: 's3:https://s3.example.org/backups/sandbox.demo', password: 'a2V5' },
    bucket: {
      region: 'eu-central-1',
      keys: { id: 'AKIA', secret: 'the secret' },
      authorityPem: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n',
    },
    encryptionKeys: [
      { name: 'strata', secret: 'a2V5' },
      { name: 'strata-2', secret: 'a2V5' },
    ],
    authorityPem: 'CERTIFICATE',
    kubernetes: '1.35.4',
    // Without a time, no resource of the group was found.
    groups: [
      { name: 'cp', replicas: 1, changed: created },
      { name: 'md-a', replicas: 2, changed: created },
    ],
  });
  const names = found.objects.map(({ kind, name, namespace = '-' }) =>
    [kind, namespace, name].join(' '),
  );
  expect(names).toEqual(
    expect.arrayContaining([
      'Secret kube-system bootstrap-token-abcdef',
      'ClusterRole - strata-cloud-controller-manager',
      'Namespace - strata-system',
      'CSIDriver - csi.kubevirt.io',
      'DaemonSet strata-system kubevirt-csi-node',
    ]),
  );
  // Those on the infra cluster are no part of a backup of etcd.
  const elsewhere = found.objects.filter(({ namespace = '' }) => namespace.startsWith('cluster-'));
  expect(elsewhere).toEqual([]);
});
