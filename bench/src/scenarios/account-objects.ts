// SPDX-License-Identifier: Apache-2.0
import { userClusterAccounts } from '@strata/contracts/accounts';

const rbac = 'rbac.authorization.k8s.io';
const { namespace } = userClusterAccounts;

/**
 * What the accounts of user clusters need, which the stack infra makes elsewhere: the path that each
 * object is posted to, and the object. Here they may do everything, for the platform's roles, which
 * their rights are held against, are not there.
 */
export const accountObjects: readonly (readonly [path: string, object: object])[] = [
  ['/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } }],
  [
    `/apis/${rbac}/v1/clusterrolebindings`,
    {
      apiVersion: `${rbac}/v1`,
      kind: 'ClusterRoleBinding',
      metadata: { name: namespace },
      roleRef: { apiGroup: rbac, kind: 'ClusterRole', name: 'cluster-admin' },
      subjects: [{ apiGroup: rbac, kind: 'Group', name: `system:serviceaccounts:${namespace}` }],
    },
  ],
];
