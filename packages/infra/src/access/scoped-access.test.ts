// SPDX-License-Identifier: Apache-2.0
import { loadYaml } from '@kubernetes/client-node';
import * as pulumi from '@pulumi/pulumi';
import { named, ofType, recordProgram, valueOf } from '@strata/testing';
import { accessRights } from './access-rights.ts';
import { ScopedAccess } from './scoped-access.ts';

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
      }),
    {
      outputs: (type) =>
        type === 'kubernetes:core/v1:Secret'
          ? { data: { token: Buffer.from('own').toString('base64') } }
          : {},
    },
  );

test('each kubeconfig is for the same cluster, with credentials of its own', async () => {
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

test('an account is bound to its rights, and its token to the generation', async () => {
  const recording = await record(2);
  expect(named(recording, 'access-platform-binding').inputs).toMatchObject({
    roleRef: { kind: 'ClusterRole', name: 'strata-platform' },
    subjects: [{ kind: 'ServiceAccount', name: 'platform', namespace: 'strata-access' }],
  });
  expect(named(recording, 'access-platform-token').inputs).toMatchObject({
    type: 'kubernetes.io/service-account-token',
    metadata: {
      name: 'platform-token-2',
      annotations: { 'kubernetes.io/service-account.name': 'platform' },
    },
  });
  expect(ofType(recording, 'kubernetes:core/v1:ServiceAccount')).toHaveLength(2);
});

test('user clusters may not take rights, touch hosts or define kinds', () => {
  const rules = accessRights['user-clusters'];
  const verbsOn = (resource: string) =>
    rules.filter(({ resources }) => resources.includes(resource)).flatMap(({ verbs }) => verbs);
  expect(rules.flatMap(({ verbs }) => verbs)).not.toContain('escalate');
  expect(rules.flatMap(({ verbs }) => verbs)).not.toContain('bind');
  expect(verbsOn('nodes')).toEqual(['get', 'list', 'watch']);
  expect(verbsOn('customresourcedefinitions')).toEqual([]);
});

test('every right is in a list: nobody has all of anything', () => {
  expect(JSON.stringify(accessRights)).not.toContain('*');
});
