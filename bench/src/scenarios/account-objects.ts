// SPDX-License-Identifier: Apache-2.0
import { userClusterAccounts } from '@strata/contracts/accounts';

const rbac = 'rbac.authorization.k8s.io';
const { namespace } = userClusterAccounts;

/**
 * Objects that the accounts of user clusters need, each with the path to which it is posted. In
 * production the stack infra makes them. Here they may do everything, because the platform's roles,
 * against which their rights are checked, do not exist.
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
