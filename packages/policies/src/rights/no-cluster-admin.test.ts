// SPDX-License-Identifier: Apache-2.0
import { kinds } from '../resource/index.ts';
import { violationsOf } from '../test-violations.ts';
import { noClusterAdmin } from './index.ts';

const binding = (role: string, subjects?: readonly object[]) => ({
  type: kinds.clusterRoleBinding,
  props: {
    metadata: { name: 'operator' },
    roleRef: { kind: 'ClusterRole', name: role },
    subjects,
  },
});
const role = (rule: object) => ({
  type: kinds.clusterRole,
  props: { metadata: { name: 'operator' }, rules: [rule] },
});

test('accepts limited rights', async () => {
  const own = role({ apiGroups: ['kubevirt.io'], resources: ['*'], verbs: ['*'] });
  expect(await violationsOf(noClusterAdmin, [binding('view'), own])).toEqual([]);
});

test('rejects cluster-admin, by its name or by its rules', async () => {
  const all = role({ apiGroups: ['*'], resources: ['*'], verbs: ['get', '*'] });
  expect(await violationsOf(noClusterAdmin, [binding('cluster-admin'), all])).toEqual([
    'ClusterRoleBinding operator grants cluster-admin; bind a role with the rights that are needed.',
    'ClusterRole operator: rules[0] allows every verb on every resource of every group; name what is needed.',
  ]);
});

const ann = { kind: 'User', name: 'ann' };

test.each([
  ['a person', [ann]],
  ['a group of people', [{ kind: 'Group', name: 'oidc:admins' }, ann]],
])('accepts a binding of %s to cluster-admin', async (_, subjects) => {
  expect(await violationsOf(noClusterAdmin, [binding('cluster-admin', subjects)])).toEqual([]);
});

test('accepts the one program of which it is written down', async () => {
  const subjects = [
    { kind: 'ServiceAccount', namespace: 'flux-system', name: 'kustomize-controller' },
  ];
  const { type, props } = binding('cluster-admin', subjects);
  const metadata = { name: 'flux-kustomize-controller' };
  expect(await violationsOf(noClusterAdmin, [{ type, props: { ...props, metadata } }])).toEqual([]);
});

test.each([
  ['a program', [{ kind: 'ServiceAccount', namespace: 'apps', name: 'operator' }]],
  ['a person and a program', [ann, { kind: 'ServiceAccount', namespace: 'apps', name: 'a' }]],
  ['everybody', [{ kind: 'Group', name: 'system:authenticated' }]],
  ['a program by its user', [{ kind: 'User', name: 'system:serviceaccount:apps:operator' }]],
  ['nobody yet', []],
])('rejects a binding of %s to cluster-admin', async (_, subjects) => {
  expect(await violationsOf(noClusterAdmin, [binding('cluster-admin', subjects)])).toEqual([
    'ClusterRoleBinding operator grants cluster-admin; bind a role with the rights that are needed.',
  ]);
});
