// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { named, providerAnswers, recordProgram } from '@strata/testing';
import { UserCluster } from '../index.ts';
import { testContext, testPlatform } from '../test-context.ts';
import { createCredentialRules } from './index.ts';

const day = 86_400;

async function record(replicas: 1 | 3 = 1, own: object = {}) {
  const { controlPlane } = testContext().config;
  const addresses = ['192.168.7.1/24', '192.168.7.2/24', '192.168.7.3/24'];
  const more = replicas === 3 ? { replicas, peers: { network: 'backbone', addresses } } : {};
  const written = {
    instancetype: controlPlane.instancetype,
    rootDisk: { image: 'ubuntu', sizeGiB: 20 },
    endpoint: { address: controlPlane.endpoint.address },
    ...more,
  };
  return recordProgram(
    () =>
      new UserCluster('demo', {
        ...testContext({ cni: { type: 'none' }, controlPlane: written, ...own }),
        infraKubeconfig: pulumi.secret('infra'),
        manifests: {},
      }),
    { outputs: (type) => providerAnswers[type] ?? {} },
  );
}

interface Rule {
  readonly record: string;
  readonly expr: string;
  readonly labels: { readonly cluster: string; readonly credential: string };
}
const rulesOf = (recording: Awaited<ReturnType<typeof record>>) =>
  (
    named(recording, 'demo-services-credentials').inputs as unknown as {
      readonly spec: { readonly groups: readonly { readonly rules: readonly Rule[] }[] };
    }
  ).spec.groups.flatMap(({ rules }) => rules);

// Proves: keys.ends-seen
test('records the end of every credential that the cluster needs', async () => {
  const recording = await record();
  expect(named(recording, 'demo-services-credentials').inputs).toMatchObject({
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: {
      name: 'cluster-demo-credentials',
      namespace: 'monitoring',
      labels: { 'cluster.x-k8s.io/cluster-name': 'demo' },
    },
  });
  const rules = rulesOf(recording);
  expect(new Set(rules.map(({ labels }) => labels.cluster))).toEqual(new Set(['demo']));
  const of = (record: string) =>
    rules
      .filter((one) => one.record === record)
      .map(({ expr, labels }) => [labels.credential, expr]);
  const [year2027, year2036] = ['vector(1798761600)', 'vector(2082758400)'];
  expect(of('strata_credential_end_timestamp_seconds')).toEqual([
    ['join token', year2027],
    ['kubeconfig of the stack', year2027],
    ['kubeconfig of the cloud controller', year2027],
    ['kubeconfig of the CSI controller', year2027],
    ['authority of the cluster', year2036],
    ['authority of etcd', year2036],
    ['authority of the front proxy', year2036],
    [
      'certificates of cp-0',
      'max(kubevirt_vm_create_date_timestamp_seconds{namespace="cluster-demo",name="cp-0"}) + 157680000',
    ],
  ]);
  expect(of('strata_credential_warning_seconds')).toEqual([
    ['join token', `vector(${5 * day})`],
    ['kubeconfig of the stack', `vector(${20 * day})`],
    ['kubeconfig of the cloud controller', `vector(${20 * day})`],
    ['kubeconfig of the CSI controller', `vector(${20 * day})`],
    ['authority of the cluster', `vector(${121 * day})`],
    ['authority of etcd', `vector(${121 * day})`],
    ['authority of the front proxy', `vector(${121 * day})`],
    ['certificates of cp-0', `vector(${90 * day})`],
  ]);
});

test('records the certificates of each control-plane machine', async () => {
  const ends = rulesOf(await record(3)).map(({ labels }) => labels.credential);
  expect(new Set(ends.filter((credential) => credential.startsWith('certificates')))).toEqual(
    new Set(['certificates of cp-0', 'certificates of cp-1', 'certificates of cp-2']),
  );
});

// Proves: clusters.expires
test('records the end of the cluster itself, where its file says one', async () => {
  const rules = rulesOf(await record(1, { expires: '2027-01-31' }));
  const own = rules.filter(({ labels }) => labels.credential === 'the cluster itself');
  expect(own.map(({ expr, record: series }) => [series, expr])).toEqual([
    ['strata_credential_end_timestamp_seconds', 'vector(1801353600)'],
    ['strata_credential_warning_seconds', `vector(${14 * day})`],
  ]);
});

// Proves: clusters.pull-requests
test('the end of the cluster of a pull request alerts only a day after it', async () => {
  const pullRequest = { repository: 'acme/shop', number: 12 };
  const rules = rulesOf(await record(1, { expires: '2027-01-31', pullRequest }));
  const own = rules.filter(({ labels }) => labels.credential === 'the cluster itself');
  expect(own.map(({ expr }) => expr)).toEqual(['vector(1801353600)', `vector(${-day})`]);
});

test('waits for the users of the credentials: an update that fails has renewed nothing', async () => {
  const { dependsOn } = named(await record(), 'demo-services-credentials');
  expect(dependsOn).toEqual(
    expect.arrayContaining([
      'demo-services-cloud-infra-deployment',
      'demo-services-csi-infra-deployment',
      'demo-nodes-token',
      'demo-nodes-pool-md-a-rollout',
    ]),
  );
});

test('makes nothing where the platform has no monitoring', async () => {
  const platform = { ...testPlatform, monitoring: undefined };
  const { resources, result } = await recordProgram(() =>
    createCredentialRules('rules', {
      ...testContext(),
      platform,
      ends: [],
      controlPlane: [],
      owner: { apiVersion: 'v1', kind: 'Namespace', name: 'cluster-demo', uid: 'u' },
    }),
  );
  expect({ resources, result }).toEqual({ resources: [], result: [] });
});
