// SPDX-License-Identifier: Apache-2.0
import { loadYaml } from '@kubernetes/client-node';
import * as pulumi from '@pulumi/pulumi';
import { named, ofType, recordProgram, valueOf } from '@strata/testing';
import { platformRights } from './platform-rights.ts';
import { ScopedAccess } from './scoped-access.ts';
import { accountMakerRights, insideRights, outsideRights } from './user-cluster-rights.ts';

const admin = JSON.stringify({
  clusters: [{ name: 'c', cluster: { server: 'https://192.0.2.9:6443' } }],
  users: [{ name: 'u', user: { token: 'canary-admin' } }],
  contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
  'current-context': 'x',
});

const record = (generation: number) =>
  recordProgram(
    () =>
      new ScopedAccess('access', {
        environment: 'rack-a',
        kubeconfig: pulumi.secret(admin),
        generation,
        hostDiskClusters: [],
      }),
    {
      outputs: (type) =>
        type === 'kubernetes:core/v1:Secret'
          ? { data: { token: Buffer.from('own').toString('base64') } }
          : {},
    },
  );

test('each kubeconfig is a secret for the same cluster, with its own token and without admin credentials', async () => {
  const { result } = await record(1);
  for (const name of ['platform', 'user-clusters'] as const) {
    const kubeconfig = result.kubeconfigs[name];
    expect(await pulumi.isSecret(kubeconfig)).toBe(true);
    const text = await valueOf(kubeconfig);
    expect(text).not.toContain('canary-admin');
    expect(loadYaml(text)).toMatchObject({
      clusters: [{ cluster: { server: 'https://192.0.2.9:6443' } }],
      users: [{ name, user: { token: 'own' } }],
      'current-context': name,
    });
  }
});

test('binds an account to its role, and names its token Secret after the generation', async () => {
  const recording = await record(2);
  expect(named(recording, 'access-platform-binding').inputs).toMatchObject({
    roleRef: { kind: 'ClusterRole', name: 'strata-platform' },
    subjects: [{ kind: 'ServiceAccount', name: 'platform', namespace: 'strata-access' }],
  });
  expect(named(recording, 'access-platform-token-2').inputs).toMatchObject({
    type: 'kubernetes.io/service-account-token',
    metadata: {
      name: 'platform-token-2',
      annotations: { 'kubernetes.io/service-account.name': 'platform' },
    },
  });
  expect(ofType(recording, 'kubernetes:core/v1:ServiceAccount')).toHaveLength(2);
});

test('the account user-clusters may create the accounts of user clusters, and has no other right', async () => {
  const recording = await record(1);
  expect(named(recording, 'access-clusters-accounts-role').inputs).toMatchObject({
    metadata: { name: 'user-clusters', namespace: 'strata-user-clusters' },
    rules: [{ apiGroups: [''], resources: ['serviceaccounts', 'secrets'] }],
  });
  expect(named(recording, 'access-clusters-accounts-binding').inputs).toMatchObject({
    metadata: { namespace: 'strata-user-clusters' },
    roleRef: { kind: 'Role', name: 'user-clusters' },
    subjects: [{ kind: 'ServiceAccount', name: 'user-clusters', namespace: 'strata-access' }],
  });
  const subjects = recording.resources.flatMap(({ name, inputs }) =>
    ((inputs.subjects ?? []) as { name: string }[]).map((subject) => [name, subject.name]),
  );
  expect(subjects.toSorted()).toEqual([
    ['access-clusters-accounts-binding', 'user-clusters'],
    ['access-clusters-outside-binding', 'system:serviceaccounts:strata-user-clusters'],
    ['access-platform-binding', 'platform'],
  ]);
});

test('creates the token of the account user-clusters only after the admission policy is in force', async () => {
  const recording = await record(1);
  expect(named(recording, 'access-clusters-policy-binding').inputs).toMatchObject({
    spec: { policyName: 'strata-user-cluster', validationActions: ['Deny', 'Audit'] },
  });
  expect(named(recording, 'access-clusters-policy-binding').dependsOn).toEqual([
    'access-clusters-policy',
  ]);
  expect(named(recording, 'access-clusters-accounts-binding').dependsOn).toContain(
    'access-clusters-policy-binding',
  );
  expect(named(recording, 'access-user-clusters-token-1').dependsOn).toContain(
    'access-clusters-accounts-binding',
  );
});

const tables = { platformRights, accountMakerRights, insideRights, outsideRights };

test('accounts of user clusters may not escalate rights, write nodes or define kinds', () => {
  const rights = [...accountMakerRights, ...insideRights, ...outsideRights];
  const verbsOn = (resource: string) =>
    rights.filter(({ resources }) => resources.includes(resource)).flatMap(({ verbs }) => verbs);
  expect(rights.flatMap(({ verbs }) => verbs)).not.toContain('escalate');
  expect(rights.filter(({ verbs }) => verbs.includes('bind')).map(({ names }) => names)).toEqual([
    ['strata-user-cluster'],
    ['golden-image-cloner'],
  ]);
  expect(verbsOn('nodes')).toEqual(['get']);
  expect(verbsOn('customresourcedefinitions')).toEqual([]);
  expect(verbsOn('daemonsets')).toEqual([]);
  expect(verbsOn('datavolumes/source')).toEqual([]);
});

test('every right says what needs it, and none has a wildcard', () => {
  expect(JSON.stringify(tables)).not.toContain('*');
  for (const { need } of Object.values(tables).flat()) expect(need).not.toBe('');
});
