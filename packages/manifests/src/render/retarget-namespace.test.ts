// SPDX-License-Identifier: Apache-2.0
import { retargetNamespace } from './retarget-namespace.ts';

const binding = {
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRoleBinding',
  metadata: { name: 'default' },
  subjects: [
    { kind: 'ServiceAccount', name: 'default', namespace: 'default' },
    { kind: 'ServiceAccount', name: 'other', namespace: 'kube-system' },
  ],
};
const service = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'a', namespace: 'default' },
};

test('moves objects and subjects, and adds the new namespace', () => {
  const moved = retargetNamespace([binding, service], { from: 'default', to: 'monitoring' });
  expect(moved).toEqual([
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'monitoring' } },
    {
      ...binding,
      subjects: [
        { kind: 'ServiceAccount', name: 'default', namespace: 'monitoring' },
        { kind: 'ServiceAccount', name: 'other', namespace: 'kube-system' },
      ],
    },
    { ...service, metadata: { name: 'a', namespace: 'monitoring' } },
  ]);
});
