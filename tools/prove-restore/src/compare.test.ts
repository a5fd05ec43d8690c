// SPDX-License-Identifier: Apache-2.0
import { resourceTypes } from '@strata/strata-provider/resource-types';
import { ResourceLife } from '@strata/strata-provider/testing';
import { compare } from './compare.ts';
import { objectKey } from './objects/found-cluster.ts';
import type { FoundCluster } from './objects/found-cluster.ts';
import type { ExpectedCluster } from './state/expected-cluster.ts';

const backup = { id: 'abc', time: '2026-05-02T03:10:00.000Z' };
const [before, after] = ['2026-05-01T00:00:00Z', '2026-05-02T04:00:00Z'];
const namespace = (name: string) => ({ apiVersion: 'v1', kind: 'Namespace', name });
const token = {
  apiVersion: 'v1',
  kind: 'Secret',
  namespace: 'kube-system',
  name: 'bootstrap-token-abcdef',
};
const driver = { apiVersion: 'storage.k8s.io/v1', kind: 'CSIDriver', name: 'csi.kubevirt.io' };

const expected: ExpectedCluster = {
  bucket: {},
  encryptionKeys: [{ name: 'strata', secret: 'key' }],
  authorityPem: 'authority',
  kubernetes: '1.35.4',
  joinToken: { tokenId: 'abcdef', value: 'abcdef.0123456789abcdef', expiration: '' },
  groups: [{ name: 'cp', replicas: 1 }],
  objects: [driver],
};

const found: FoundCluster = {
  counts: {},
  unreadable: [],
  elsewhere: [],
  nodes: ['cp-0'],
  keys: new Map(
    [
      ...['default', 'kube-node-lease', 'kube-public', 'kube-system'].map(namespace),
      { ...driver, apiVersion: 'storage.k8s.io/v1beta1' },
    ].map((object) => [objectKey(object), { kind: object.kind, uid: '', revision: 1 }]),
  ),
  newest: '2026-05-02T03:09:50.000Z',
  authorityPem: 'authority\n',
};

const mismatches = (change: Partial<ExpectedCluster>, other: Partial<FoundCluster> = {}) =>
  compare({ ...expected, ...change }, { ...found, ...other }, backup).mismatches;

test('a cluster that is as the state has it has no mismatch, in whatever version of an API', () => {
  expect(compare(expected, found, backup)).toEqual({
    mismatches: [],
    notes: [],
    nodes: { cp: { expected: 1, found: 1 } },
  });
});

test('what is missing is named, unless the stack made it later or the cluster deletes it', () => {
  expect(mismatches({ objects: [token] })).toEqual([
    'Secret kube-system/bootstrap-token-abcdef is missing',
  ]);
  expect(mismatches({ objects: [{ ...token, made: before, ends: before }] })).toEqual([]);
  expect(mismatches({ objects: [{ ...token, made: before, ends: after }] })).toHaveLength(1);
  const later = { ...expected, objects: [{ ...token, made: after }] };
  expect(compare(later, found, backup)).toMatchObject({
    mismatches: [],
    notes: [
      'Secret kube-system/bootstrap-token-abcdef is younger than the backup; the next update makes it',
    ],
  });
});

test('nodes are counted by the name of their group alone', () => {
  const groups = [{ name: 'web', replicas: 2, changed: before }];
  const nodes = ['cp-0', 'web-0', 'web-gpu-0', 'website-1'];
  expect(mismatches({ groups }, { nodes })).toEqual(['web has 1 of 2 nodes']);
});

test('a group that the stack has changed since may have another number of nodes', () => {
  const groups = [{ name: 'web', replicas: 2, changed: after }];
  expect(compare({ ...expected, groups }, found, backup)).toMatchObject({
    mismatches: [],
    notes: ['web has 0 of 2 nodes; the stack has changed it since the backup'],
  });
});

test('a backup of a member that had lost the others is older than it says', () => {
  expect(mismatches({}, { newest: '2026-05-01T21:10:00.000Z' })).toEqual([
    'the last thing that was written is 6 hours older than the backup: the member that was saved had lost the others, or nothing ran in the cluster',
  ]);
  expect(mismatches({}, { newest: '2026-05-02T03:20:00.000Z' })).toEqual([
    'objects are younger than the backup: a clock is wrong',
  ]);
});

test('another authority, and none at all, are mismatches', () => {
  expect(mismatches({ authorityPem: 'other' })).toEqual([
    "the backup is of a cluster with another authority than the stack's",
  ]);
  const { authorityPem, ...without } = found;
  expect(authorityPem).toBe('authority\n');
  expect(compare(expected, without, backup).mismatches).toEqual([
    'ConfigMap kube-system/kube-root-ca.crt is missing',
  ]);
});

test('a renewed certificate of the same authority is no mismatch', async () => {
  const authority = new ResourceLife(resourceTypes.authority);
  const inputs = { commonName: 'kubernetes', lifetimeDays: 3650, renewBeforeDays: 365 };
  const before = String((await authority.create(inputs)).outputs.certificatePem);
  await authority.passDays(3300);
  const after = String((await authority.update(inputs)).outputs.certificatePem);
  expect(after).not.toBe(before);
  expect(mismatches({ authorityPem: after }, { authorityPem: before })).toEqual([]);
});

// Proves: keys.authority-rotation
test('a backup from another phase of a rotation has one of the authorities of the state', () => {
  const pem = (name: string) => `-----BEGIN CERTIFICATE-----\n${name}\n-----END CERTIFICATE-----\n`;
  const [one, two, three] = ['one', 'two', 'three'].map(pem);
  const both = `${one}${two}`;
  expect(mismatches({ authorityPem: one }, { authorityPem: both })).toEqual([]);
  expect(mismatches({ authorityPem: both }, { authorityPem: two })).toEqual([]);
  expect(mismatches({ authorityPem: `${two}${one}` }, { authorityPem: both })).toEqual([]);
  expect(mismatches({ authorityPem: both }, { authorityPem: three })).toEqual([
    "the backup is of a cluster with another authority than the stack's",
  ]);
});

test('kinds that cannot be read are mismatches, those of other servers are not', () => {
  const unreadable = [{ kind: 'secrets', why: 'no matching key' }];
  expect(mismatches({}, { unreadable })).toEqual([
    "secrets cannot be read with the encryption keys of the stack's state: no matching key",
  ]);
  expect(compare(expected, { ...found, elsewhere: ['metrics.k8s.io'] }, backup)).toMatchObject({
    mismatches: [],
    notes: ['metrics.k8s.io is served by a program of the cluster, not from etcd'],
  });
});
