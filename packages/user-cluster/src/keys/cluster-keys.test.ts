// SPDX-License-Identifier: Apache-2.0
import { setImmediate } from 'node:timers/promises';
import * as pulumi from '@pulumi/pulumi';
import { ofType, recordProgram, valueOf } from '@strata/testing';
import { testContext, type Change } from '../test-context.ts';
import { ClusterKeys, renderBootstrapToken, renderPersonBindings } from './index.ts';

type Inputs = Record<string, unknown>;

/** Answers of the plugin, with the resource's name in them. */
function answerOf(type: string, name: string): Inputs {
  if (type.endsWith('Authority')) {
    const publicKeyPin = `sha256:${name}`;
    const notAfter = `the end of ${name}`;
    return {
      certificatePem: `${name} certificate`,
      privateKeyPem: `${name} key`,
      publicKeyPin,
      notAfter,
    };
  }
  if (type.endsWith('Certificate')) {
    const notAfter = `the end of ${name}`;
    return { certificatePem: `${name} certificate`, privateKeyPem: `${name} key`, notAfter };
  }
  if (type.endsWith('SigningKey')) {
    return { privateKeyPem: `private ${name}\n`, publicKeyPem: `public ${name}\n` };
  }
  if (type.endsWith('RandomKey')) return { base64: `${name} in base64` };
  return {
    tokenId: 'abcdef',
    value: 'abcdef.0123456789abcdef',
    expiration: '2027-01-01T00:00:00Z',
  };
}

async function makeKeys(change: Change = {}) {
  const made = new Map<string, Inputs>();
  await pulumi.runtime.setMocks(
    {
      newResource: ({ type, name, inputs }) => {
        made.set(name, inputs as Inputs);
        return { id: name, state: { ...(inputs as Inputs), ...answerOf(type, name) } };
      },
      call: () => ({}),
    },
    'test',
    'sandbox',
  );
  const keys = new ClusterKeys('demo', testContext(change));
  for (let round = 0; round < 20; round += 1) await setImmediate();
  return { keys, made };
}

const kubernetes = {
  version: '1.35.4',
  podCidr: '10.100.0.0/16',
  serviceCidr: '10.101.0.0/16',
  kubeconfigs: [
    { name: 'ann', role: 'view', namespace: 'web', lifetimeDays: 7 },
    { name: 'bob', role: 'admin' },
  ],
};
const labels = { team: 'x' };

// Proves: keys.renewed
test('makes three authorities, and all keys that machines start with', async () => {
  const { keys, made } = await makeKeys();
  expect([...made.keys()].sort()).toEqual([
    'demo',
    'demo-admin-certificate',
    'demo-cloud-certificate',
    'demo-cluster',
    'demo-csi-certificate',
    'demo-encryption',
    'demo-etcd',
    'demo-front-proxy',
    'demo-service-account',
    'demo-token',
  ]);
  expect(made.get('demo-etcd')).toEqual({
    commonName: 'etcd-ca',
    organizations: ['demo'],
    lifetimeDays: 3650,
    renewBeforeDays: 365,
  });
  expect(made.get('demo-token')).toEqual({ lifetimeHours: 720, renewBeforeHours: 360 });
  expect(await valueOf(keys.authority)).toEqual({
    certificatePem: 'demo-cluster certificate',
    publicKeyPins: ['sha256:demo-cluster'],
  });
  expect(await valueOf(keys.controlPlane)).toEqual({
    cluster: { certificatePem: 'demo-cluster certificate', privateKeyPem: 'demo-cluster key' },
    etcd: {
      certificatePem: 'demo-etcd certificate',
      privateKeyPem: 'demo-etcd key',
      trustedPem: 'demo-etcd certificate',
    },
    frontProxy: {
      certificatePem: 'demo-front-proxy certificate',
      privateKeyPem: 'demo-front-proxy key',
      trustedPem: 'demo-front-proxy certificate',
    },
    serviceAccount: {
      privateKeyPem: 'private demo-service-account\n',
      publicKeyPem: 'public demo-service-account\n',
    },
    encryptionKeys: [{ name: 'strata', secret: 'demo-encryption in base64' }],
  });
  expect(await pulumi.isSecret(keys.controlPlane)).toBe(true);
});

// Proves: keys.encryption-key-rotation
test('has a fingerprint of each key of a machine, from which nobody can learn the key', async () => {
  const encryption = { generation: 2, phase: 'read' };
  const { keys } = await makeKeys({ keys: { encryption } });
  expect(await pulumi.isSecret(keys.fingerprints)).toBe(false);
  const found = await valueOf(keys.fingerprints);
  const shown = Object.entries(found).map(([name, text]) => [
    name,
    text.replace(/[0-9a-f]{64}$/, 'HASH'),
  ]);
  expect(Object.fromEntries(shown)).toEqual({
    'service-account': 'sha256:HASH',
    encryption: 'sha256:HASH',
    'encryption-2': 'sha256:HASH',
    cluster: 'sha256:demo-cluster',
    etcd: 'sha256:demo-etcd',
    'front-proxy': 'sha256:demo-front-proxy',
  });
  expect(found.encryption).not.toBe(found['encryption-2']);
});

const [old, next] = ['demo-service-account', 'demo-service-account-2'];

// Proves: keys.token-key-rotation
test.each([
  ['trust', old, [old, next]],
  ['sign', next, [next, old]],
  ['finish', next, [next]],
])('in the phase %s, %s signs and others are only known', async (phase, signing, all) => {
  const change = { keys: { serviceAccount: { generation: 2, phase } } };
  const { keys } = await makeKeys(change);
  const { serviceAccount } = await valueOf(keys.controlPlane);
  expect(serviceAccount).toEqual({
    privateKeyPem: `private ${signing}\n`,
    publicKeyPem: all.map((name) => `public ${name}\n`).join(''),
  });
  const recording = await recordProgram(() => new ClusterKeys('demo', testContext(change)), {
    outputs: answerOf,
  });
  const found = ofType(recording, 'strata:keys:SigningKey');
  expect(found.map(({ name }) => name)).toEqual(all);
  // Pulumi could not delete the other one.
  expect(found.filter((key) => key.protect).map(({ name }) => name)).toEqual([signing]);
});

const secretsKeys = [1, 2, 3].map((generation) => ({
  name: generation === 1 ? 'strata' : `strata-${generation}`,
  secret: `demo-encryption${generation === 1 ? '' : `-${generation}`} in base64`,
}));
const [one, two, three] = secretsKeys;

// Proves: keys.encryption-key-rotation
test.each([
  [2, 'read', [one, two], [true, false]],
  [2, 'write', [two, one], [true, true]],
  [2, 'finish', [two], [true, true]],
  [3, 'read', [two, three], [true, true, false]],
  [3, 'finish', [three], [true, true, true]],
])(
  'generation %i in the phase %s: the first key encrypts, and the state keeps all',
  async (generation, phase, given, areProtected) => {
    const change = { keys: { encryption: { generation, phase } } };
    const { keys } = await makeKeys(change);
    expect((await valueOf(keys.controlPlane)).encryptionKeys).toEqual(given);
    const recording = await recordProgram(() => new ClusterKeys('demo', testContext(change)), {
      outputs: answerOf,
    });
    const found = ofType(recording, 'strata:keys:RandomKey');
    expect(found.map(({ inputs }) => inputs.bytes)).toEqual(areProtected.map(() => 32));
    // Pulumi can delete a key that has encrypted nothing.
    expect(found.map((key) => key.protect)).toEqual(areProtected);
  },
);

// Proves: clusters.least-rights
test('only the stack itself is in system:masters; its programs have only rights that are bound to them', async () => {
  const { made } = await makeKeys();
  const usages = { usages: ['client'], lifetimeDays: 365, renewBeforeDays: 60 };
  expect(made.get('demo-admin-certificate')).toMatchObject({
    commonName: 'strata-admin',
    organizations: ['system:masters'],
    ...usages,
  });
  expect(made.get('demo-cloud-certificate')).toMatchObject({
    commonName: 'strata:cloud-controller-manager',
    ...usages,
  });
  expect(made.get('demo-cloud-certificate')).not.toHaveProperty('organizations');
  expect(made.get('demo-csi-certificate')).toMatchObject({ commonName: 'strata:csi-controller' });
  expect(made.get('demo-csi-certificate')).not.toHaveProperty('organizations');
});

test('returns when each credential that the cluster needs ends, and no credential of people', async () => {
  const { keys } = await makeKeys({ kubernetes });
  const ends = keys.ends.map(async ({ credential, end, warningDays }) => [
    credential,
    await valueOf(end),
    warningDays,
  ]);
  expect(await Promise.all(ends)).toEqual([
    ['join token', '2027-01-01T00:00:00Z', 5],
    ['kubeconfig of the stack', 'the end of demo-admin-certificate', 20],
    ['kubeconfig of the cloud controller', 'the end of demo-cloud-certificate', 20],
    ['kubeconfig of the CSI controller', 'the end of demo-csi-certificate', 20],
    ['authority of the cluster', 'the end of demo-cluster', 121],
    ['authority of etcd', 'the end of demo-etcd', 121],
    ['authority of the front proxy', 'the end of demo-front-proxy', 121],
  ]);
});

// Proves: access.kubeconfigs
test('gives people kubeconfigs that expire', async () => {
  const { keys, made } = await makeKeys({ kubernetes });
  expect(made.get('demo-person-ann-certificate')).toMatchObject({
    commonName: 'ann',
    organizations: ['strata:view'],
    lifetimeDays: 7,
    renewBeforeDays: 3,
  });
  expect(made.get('demo-person-bob-certificate')).toMatchObject({
    lifetimeDays: 30,
    renewBeforeDays: 15,
  });
  const { ann } = keys.kubeconfigs;
  if (ann === undefined) throw new Error('ann has no kubeconfig');
  expect(await pulumi.isSecret(ann)).toBe(true);
  expect(JSON.parse(await valueOf(ann))).toMatchObject({
    clusters: [{ name: 'demo', cluster: { server: 'https://203.0.113.2:6443' } }],
    'current-context': 'ann@demo',
  });
});

// Proves: access.kubeconfigs
test('binds people by name, in their namespace if they have one', () => {
  const { kubeconfigs } = testContext({ kubernetes }).config.kubernetes;
  const role = (name: string) => ({
    apiGroup: 'rbac.authorization.k8s.io',
    kind: 'ClusterRole',
    name,
  });
  const user = (name: string) => ({ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name });
  const annotations = { 'pulumi.com/patchFieldManager': 'strata' };
  expect(renderPersonBindings(kubeconfigs, labels)).toStrictEqual([
    {
      kind: 'RoleBinding',
      metadata: { name: 'strata-person-ann', namespace: 'web', labels, annotations },
      roleRef: role('view'),
      subjects: [user('ann')],
    },
    {
      kind: 'ClusterRoleBinding',
      metadata: { name: 'strata-person-bob', labels, annotations },
      roleRef: role('admin'),
      subjects: [user('bob')],
    },
  ]);
});

test('makes a token that is valid only for joining', () => {
  const facts = {
    tokenId: 'abcdef',
    value: 'abcdef.0123456789abcdef',
    expiration: '2027-01-01T00:00:00Z',
  };
  expect(renderBootstrapToken(facts, labels)).toEqual({
    metadata: {
      name: 'bootstrap-token-abcdef',
      namespace: 'kube-system',
      labels,
      annotations: { 'pulumi.com/patchFieldManager': 'strata' },
    },
    type: 'bootstrap.kubernetes.io/token',
    stringData: {
      'token-id': 'abcdef',
      'token-secret': '0123456789abcdef',
      expiration: '2027-01-01T00:00:00Z',
      'usage-bootstrap-authentication': 'true',
      'usage-bootstrap-signing': 'true',
      'auth-extra-groups': 'system:bootstrappers:kubeadm:default-node-token',
    },
  });
});
