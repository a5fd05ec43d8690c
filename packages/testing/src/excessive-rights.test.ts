// SPDX-License-Identifier: Apache-2.0
import { excessiveRights } from './index.ts';
import type { RecordedResource } from './index.ts';

const resource = (inputs: Record<string, unknown>): RecordedResource => ({
  type: 'kubernetes:rbac.authorization.k8s.io/v1:ClusterRole',
  name: 'any',
  custom: true,
  inputs,
  secretInputs: [],
  parent: undefined,
  dependsOn: [],
  protect: false,
});

const role = (...rules: object[]) =>
  resource({ kind: 'ClusterRole', metadata: { name: 'any' }, rules });

const rbac = 'rbac.authorization.k8s.io';

test.each([
  ['everything', { apiGroups: ['*'], resources: ['*'], verbs: ['*'] }],
  ['gives-rights', { apiGroups: [rbac], resources: ['clusterroles'], verbs: ['*'] }],
  ['gives-rights', { apiGroups: [rbac], resources: ['roles'], verbs: ['get', 'escalate'] }],
  ['gives-rights', { apiGroups: [rbac], resources: ['*'], verbs: ['bind'] }],
  ['acts-as-others', { apiGroups: [''], resources: ['users'], verbs: ['impersonate'] }],
])('%s: %j', (right, rule) => {
  const found = excessiveRights(role({ apiGroups: [''], resources: ['pods'] }, rule));
  expect(found).toContainEqual({ object: 'ClusterRole/any', right });
});

test('a binding to cluster-admin is found', () => {
  const binding = resource({
    kind: 'RoleBinding',
    metadata: { name: 'any', namespace: 'here' },
    roleRef: { kind: 'ClusterRole', name: 'cluster-admin' },
  });
  expect(excessiveRights(binding)).toEqual([
    { object: 'RoleBinding/here/any', right: 'cluster-admin' },
  ]);
});

test('many rights over one thing are not too much', () => {
  const rules = [
    { apiGroups: ['kubevirt.io'], resources: ['*'], verbs: ['*'] },
    { apiGroups: [rbac], resources: ['roles', 'rolebindings'], verbs: ['get', 'create'] },
    { nonResourceURLs: ['/metrics'], verbs: ['get'] },
  ];
  expect(excessiveRights(role(...rules))).toEqual([]);
  expect(excessiveRights(resource({ kind: 'Deployment', metadata: { name: 'any' } }))).toEqual([]);
});
