// SPDX-License-Identifier: Apache-2.0
import { linesOf } from './test-preview.ts';
import type { Given, Inputs } from './test-preview.ts';

const clusterWide = 'kubernetes:rbac.authorization.k8s.io/v1:ClusterRoleBinding';
const inNamespace = 'kubernetes:rbac.authorization.k8s.io/v1:RoleBinding';

const binding = (role: string, kind: string, name: string, namespace?: string): Inputs => ({
  metadata: { name: 'a-binding', ...(namespace !== undefined && { namespace }) },
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: role },
  subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind, name }],
});

const operators = binding('cluster-admin', 'Group', 'sso:operators');
const team = binding('edit', 'Group', 'sso:team-shop', 'shop');

test.each<[string, Given, readonly string[]]>([
  [
    'a group that is let in',
    { op: 'create', type: inNamespace, after: team },
    ['group "sso:team-shop": changes 1 right (gains edit in shop)'],
  ],
  [
    'a group that is shut out',
    { op: 'delete', type: clusterWide, before: operators },
    ['group "sso:operators": changes 1 right (loses cluster-admin)'],
  ],
  [
    'a person whose role is another one',
    {
      op: 'replace',
      type: clusterWide,
      before: binding('admin', 'User', 'ann'),
      after: binding('view', 'User', 'ann'),
    },
    ['user "ann": changes 1 right (loses admin)', 'user "ann": changes 1 right (gains view)'],
  ],
])('%s is told', (_, given, expected) => {
  const [sum, ...lines] = linesOf(given);
  const count = expected.length;
  const rights = count === 1 ? '1 right' : `${count} rights`;
  expect(sum).toBe(`Changes ${rights}; 1 resource changed.`);
  expect(lines).toEqual(expected.map((line) => `  prod.shop: ${line}`));
});

const ofProgram = (name: string) => binding('view', 'User', name);
const account: Inputs = {
  ...operators,
  subjects: [{ kind: 'ServiceAccount', name: 'csi', namespace: 'cluster-shop' }],
};

test.each<[string, Given]>([
  ['a program of Strata', { op: 'delete', type: clusterWide, before: ofProgram('strata:csi') }],
  ['nodes', { op: 'create', type: clusterWide, after: ofProgram('system:nodes') }],
  ['kubeadm', { op: 'create', type: clusterWide, after: ofProgram('kubeadm:cluster-admins') }],
  ['a ServiceAccount', { op: 'delete', type: clusterWide, before: account }],
  [
    'somebody whose binding is made anew with the same',
    { op: 'replace', type: inNamespace, before: team, after: team },
  ],
  [
    'somebody whose binding has another label',
    {
      op: 'update',
      type: inNamespace,
      before: team,
      after: { ...team, metadata: { name: 'a-binding', namespace: 'shop', labels: { a: 'b' } } },
    },
  ],
])('of %s nobody is told', (_, given) => {
  expect(linesOf(given)).toEqual(['Nobody notices: 1 resource changed.']);
});

test('rights of the same group are told one by one, beside what rolls', () => {
  const type = 'kubernetes:kubevirt.io/v1:VirtualMachine';
  const machine = { metadata: { name: 'cp-0', namespace: 'cluster-shop' }, spec: {} };
  const bank = binding('view', 'Group', 'sso:team-shop', 'bank');
  expect(
    linesOf(
      { op: 'create', type: inNamespace, after: team },
      { op: 'create', type: inNamespace, after: bank },
      { op: 'replace', type, before: machine, after: machine },
    ),
  ).toEqual([
    'Rolls 1 node, changes 2 rights; 3 resources changed.',
    '  prod.shop: group "sso:team-shop": changes 1 right (gains edit in shop)',
    '  prod.shop: group "sso:team-shop": changes 1 right (gains view in bank)',
    '  prod.shop: machine cluster-shop/cp-0: rolls 1 node',
  ]);
});
