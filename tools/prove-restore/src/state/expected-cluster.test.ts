// SPDX-License-Identifier: Apache-2.0
import { stateText } from '../testing/state-text.ts';
import type { StateFacts } from '../testing/state-text.ts';
import { expectedCluster } from './expected-cluster.ts';
import { readResources } from './state-file.ts';

const facts: StateFacts = {
  repository: 's3:https://s3.example.org/backups/prod.shop',
  password: 'the password',
  encryptionKeys: ['the key'],
  authorityPem: 'the authority',
  pools: { web: 3 },
  inside: ['v1 Namespace strata-system', 'apps/v1 DaemonSet strata-system/kubevirt-csi-node'],
  made: '2026-05-01T00:00:00Z',
};

const read = (text: string, cluster = 'shop') => expectedCluster(readResources(text), cluster);

test('a state has the keys, the repository, the machines and the objects inside', () => {
  const made = facts.made;
  expect(read(stateText(facts))).toEqual({
    access: { repository: facts.repository, password: 'the password' },
    bucket: {},
    encryptionKeys: [{ name: 'strata', secret: 'the key' }],
    authorityPem: 'the authority',
    kubernetes: '1.35.4',
    joinToken: {
      tokenId: 'abcdef',
      value: 'abcdef.0123456789abcdef',
      expiration: '2126-01-01T00:00:00Z',
    },
    groups: [
      { name: 'cp', replicas: 1, changed: made },
      { name: 'web', replicas: 3, changed: made },
    ],
    objects: [
      { apiVersion: 'v1', kind: 'Namespace', name: 'strata-system', made },
      {
        apiVersion: 'apps/v1',
        kind: 'DaemonSet',
        namespace: 'strata-system',
        name: 'kubevirt-csi-node',
        made,
      },
    ],
  });
});

test('every key that Secrets were ever encrypted with is there, by its name in etcd', () => {
  const { encryptionKeys } = read(stateText({ ...facts, encryptionKeys: ['one', 'two', 'three'] }));
  expect(encryptionKeys).toEqual([
    { name: 'strata', secret: 'one' },
    { name: 'strata-2', secret: 'two' },
    { name: 'strata-3', secret: 'three' },
  ]);
});

// Proves: keys.authority-rotation
test('while the authority is rotated, both are there, and afterwards the new one alone', () => {
  const text = stateText(facts);
  const state = JSON.parse(text) as { deployment: { resources: { urn: string }[] } };
  const { resources } = state.deployment;
  const first = resources.find(({ urn }) => urn.endsWith('::shop-keys-cluster'));
  if (first === undefined) throw new Error('no authority');
  const outputs = { certificatePem: 'the next authority' };
  const next = { ...first, urn: `${first.urn}-2`, outputs };
  const withAll = (all: object[]) =>
    read(JSON.stringify({ ...state, deployment: { ...state.deployment, resources: all } }));
  expect(withAll([...resources, next]).authorityPem).toBe('the authority\nthe next authority');
  const others = resources.filter((one) => one !== first);
  expect(withAll([...others, next]).authorityPem).toBe('the next authority');
  expect(() => withAll(others)).toThrow(
    'The state has no shop-keys-cluster: it is not that of a user cluster that is up.',
  );
});

test('a pool may have no machines, as those of a hibernated cluster, and its changes are its own', () => {
  const state = JSON.parse(stateText({ ...facts, pools: { web: 3, 'web-x': 0 } })) as {
    deployment: { resources: { urn: string; modified?: string }[] };
  };
  const later = '2026-06-01T00:00:00Z';
  for (const one of state.deployment.resources) {
    if (one.urn.endsWith('shop-nodes-pool-web-x')) one.modified = later;
  }
  expect(read(JSON.stringify(state)).groups).toEqual([
    { name: 'cp', replicas: 1, changed: facts.made },
    { name: 'web', replicas: 3, changed: facts.made },
    { name: 'web-x', replicas: 0, changed: later },
  ]);
});

test('what is about to be deleted is not expected', () => {
  const state = JSON.parse(stateText(facts)) as {
    deployment: { resources: { delete?: boolean; type: string }[] };
  };
  for (const one of state.deployment.resources) {
    if (one.type.includes('DaemonSet')) one.delete = true;
  }
  expect(read(JSON.stringify(state)).objects.map(({ kind }) => kind)).toEqual(['Namespace']);
});

test('encrypted secrets, other files and other clusters are refused without their content', () => {
  const encrypted = stateText(facts).replaceAll('"plaintext"', '"ciphertext"');
  expect(() => read(encrypted)).toThrow(
    'The secrets of the state are encrypted; export it with: pulumi -C packages/user-cluster stack export --show-secrets --stack <environment>.<cluster>',
  );
  const wrong = 'The state is not what "pulumi stack export" prints.';
  expect(() => read('the password')).toThrow(wrong);
  expect(() => read('{}')).toThrow(wrong);
  expect(() => read(stateText(facts), 'cart')).toThrow(
    'The state has no cart-keys-encryption: it is not that of a user cluster that is up.',
  );
  expect(() => read('{"deployment":{}}')).toThrow(
    'The state has no usable outputs of the stack (kubernetes, machineGroups); bring the stack up once.',
  );
});
