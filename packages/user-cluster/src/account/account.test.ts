// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { named, recordProgram, testCluster, valueOf } from '@strata/testing';
import { createClusterAccount, grantNamespace, readAccount } from './index.ts';

const given = JSON.stringify({
  clusters: [{ name: 'c', cluster: { server: 'https://192.0.2.9:6443' } }],
  users: [{ name: 'u', user: { token: 'canary-maker' } }],
  contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
  'current-context': 'x',
});

const place = { environment: 'rack-a', cluster: 'demo', namespace: 'cluster-demo' };

const base64 = (text: string) => Buffer.from(text).toString('base64');

test("a cluster's account is named after its namespace, and another generation revokes its token", async () => {
  const recording = await recordProgram(
    () =>
      createClusterAccount(
        'account',
        { ...place, kubeconfig: pulumi.secret(given), generation: 3 },
        {},
      ),
    {
      outputs: (type) =>
        type === 'kubernetes:core/v1:Secret' ? { data: { token: base64('own') } } : {},
    },
  );
  const labels = {
    'app.kubernetes.io/managed-by': 'strata',
    'app.kubernetes.io/part-of': 'demo',
    'cluster.x-k8s.io/cluster-name': 'demo',
    'strata.dev/environment': 'rack-a',
  };
  const annotations = { 'pulumi.com/patchFieldManager': 'strata' };
  expect(named(recording, 'account').inputs).toMatchObject({
    metadata: { name: 'cluster-demo', namespace: 'strata-user-clusters', labels, annotations },
    automountServiceAccountToken: false,
  });
  expect(named(recording, 'account-token-3').inputs).toMatchObject({
    metadata: {
      name: 'cluster-demo-token-3',
      namespace: 'strata-user-clusters',
      labels,
      annotations: { ...annotations, 'kubernetes.io/service-account.name': 'cluster-demo' },
    },
    type: 'kubernetes.io/service-account-token',
  });
  expect(await pulumi.isSecret(recording.result)).toBe(true);
  const kubeconfig = await valueOf(recording.result);
  expect(kubeconfig).not.toContain('canary-maker');
  expect(JSON.parse(kubeconfig)).toMatchObject({
    clusters: [{ cluster: { server: 'https://192.0.2.9:6443' } }],
    users: [{ name: 'cluster-demo', user: { token: 'own' } }],
  });
});

test.each([
  ['that of the account, if it exists', 'current', 'current'],
  ['that of the infra stack, before the account exists', undefined, given],
])('a preview plans with a known kubeconfig: %s', async (_, current, expected) => {
  const preview = jest.spyOn(pulumi.runtime, 'isDryRun').mockReturnValue(true);
  const { result } = await recordProgram(() =>
    createClusterAccount(
      'account',
      { ...place, kubeconfig: pulumi.secret(given), generation: 1, current },
      {},
    ),
  );
  expect(preview).toHaveBeenCalled();
  preview.mockRestore();
  expect(await pulumi.isSecret(result)).toBe(true);
  expect(await valueOf(result)).toBe(expected);
});

test('the account gives itself one role in one namespace, and waits until the API servers know of it', async () => {
  const recording = await recordProgram(() =>
    grantNamespace('rights', { ...place, infraKubeconfig: pulumi.secret('own') }, {}),
  );
  expect(named(recording, 'rights').inputs).toMatchObject({
    metadata: { name: 'strata-user-cluster', namespace: 'cluster-demo' },
    roleRef: { kind: 'ClusterRole', name: 'strata-user-cluster' },
    subjects: [{ kind: 'ServiceAccount', name: 'cluster-demo', namespace: 'strata-user-clusters' }],
  });
  const wait = named(recording, 'rights-known');
  expect(wait.inputs).toMatchObject({ kubeconfig: 'own', namespace: 'cluster-demo' });
  expect(wait.secretInputs).toEqual(['kubeconfig']);
  expect(wait.dependsOn).toEqual(['rights']);
});

const secrets =
  '/api/v1/namespaces/strata-user-clusters/secrets?labelSelector=cluster.x-k8s.io%2Fcluster-name%3Ddemo';
const rights =
  '/apis/rbac.authorization.k8s.io/v1/namespaces/cluster-demo/rolebindings/strata-user-cluster';

test('reads the account of a running cluster from the infra cluster, and asks with it', async () => {
  await using cluster = await testCluster({
    // A token that the API server has not filled in yet comes first.
    [secrets]: { items: [{}, { data: { token: base64('own') } }] },
    [rights]: {},
  });
  const asked: string[] = [];
  const found = await readAccount(cluster.kubeconfig, 'demo', (account) => {
    asked.push(account);
    return Promise.resolve('two machines');
  });
  expect(JSON.parse(found?.account ?? '')).toMatchObject({
    clusters: [{ cluster: { server: cluster.endpoint } }],
    users: [{ name: 'cluster-demo', user: { token: 'own' } }],
  });
  expect([asked, found?.answer]).toEqual([[found?.account], 'two machines']);
});

const refused = () => Promise.reject(new Error('it refuses (HTTP 403)'));

test.each([
  ['no account', {}],
  ['an account without a token', { [secrets]: { items: [{}] } }],
  ['an account without rights', { [secrets]: { items: [{ data: { token: 'b3du' } }] } }],
])('returns nothing for a cluster that has %s', async (_, objects) => {
  await using cluster = await testCluster(objects);
  expect(await readAccount(cluster.kubeconfig, 'demo', refused)).toBeUndefined();
});

test('reports an error that an account with rights gets', async () => {
  await using cluster = await testCluster({
    [secrets]: { items: [{ data: { token: 'b3du' } }] },
    [rights]: {},
  });
  await expect(readAccount(cluster.kubeconfig, 'demo', refused)).rejects.toThrow(
    'it refuses (HTTP 403)',
  );
});
