// SPDX-License-Identifier: Apache-2.0
import { ofType, recordProgram } from '@strata/testing';
import { testContext } from '../test-context.ts';
import { bindGroups, renderGroupBindings } from './index.ts';
import { sso } from './testing/test-issuers.ts';

const groups = [
  { group: 'sso:/shop/admins', role: 'view' },
  { group: 'sso:team', role: 'edit', namespaces: ['shop', 'web'] },
  { group: 'sso:team', role: 'view' },
];

const apiGroup = 'rbac.authorization.k8s.io';

// Proves: access.oidc
test('binds groups to roles, in their namespaces if they have some', () => {
  const bindings = renderGroupBindings(groups.slice(0, 2), { a: 'b' });
  const annotations = { 'pulumi.com/patchFieldManager': 'strata' };
  const ofTeam = (namespace: string) => ({
    kind: 'RoleBinding',
    metadata: { name: 'strata-group-5a315a5836-edit', namespace, labels: { a: 'b' }, annotations },
    roleRef: { apiGroup, kind: 'ClusterRole', name: 'edit' },
    subjects: [{ apiGroup, kind: 'Group', name: 'sso:team' }],
  });
  expect(bindings).toStrictEqual([
    {
      kind: 'ClusterRoleBinding',
      metadata: { name: 'strata-group-aa3f518fbd-view', labels: { a: 'b' }, annotations },
      roleRef: { apiGroup, kind: 'ClusterRole', name: 'view' },
      subjects: [{ apiGroup, kind: 'Group', name: 'sso:/shop/admins' }],
    },
    ofTeam('shop'),
    ofTeam('web'),
  ]);
});

test('each binding is a resource of its own', async () => {
  const context = testContext({ oidc: { issuers: [sso], groups } });
  const recording = await recordProgram(() => bindGroups('demo', context, {}));
  const names = (kind: string) =>
    ofType(recording, `kubernetes:${apiGroup}/v1:${kind}`).map(({ name }) => name);
  expect(names('ClusterRoleBinding')).toEqual([
    'demo-group-aa3f518fbd-view',
    'demo-group-5a315a5836-view',
  ]);
  expect(names('RoleBinding')).toEqual([
    'demo-group-5a315a5836-edit-in-shop',
    'demo-group-5a315a5836-edit-in-web',
  ]);
});
