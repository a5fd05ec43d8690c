// SPDX-License-Identifier: Apache-2.0
import { admissionregistration, core, rbac } from '@pulumi/kubernetes';
import type * as pulumi from '@pulumi/pulumi';
import { ownerAnnotations, platformLabels } from '@strata/contracts';
import { renderRules, userClusterAccounts } from '@strata/contracts/accounts';
import { renderAccountFence } from './account-fence.ts';
import { insideRights, outsideRights } from './user-cluster-rights.ts';

/** Arguments of {@link createUserClusterFence}. */
export interface UserClusterFenceArgs {
  readonly environment: string;
  /** Names of the user clusters whose namespaces may be `privileged`. */
  readonly hostDiskClusters: readonly string[];
}

/** Objects that must exist before any user cluster has an account. */
export interface UserClusterFence {
  /** Namespace of the accounts. */
  readonly namespace: core.v1.Namespace;
  /** Binding that puts the admission policy in force; without it an account could take the rights of others. */
  readonly fence: pulumi.Resource;
}

const apiGroup = 'rbac.authorization.k8s.io';

/**
 * Creates the namespace for the accounts of user clusters, the two roles that each of them has, and
 * the admission policy that limits each account to its own cluster. The stacks of the user clusters
 * create the accounts themselves.
 */
export function createUserClusterFence(
  name: string,
  { environment, hostDiskClusters }: UserClusterFenceArgs,
  options: pulumi.CustomResourceOptions = {},
): UserClusterFence {
  const metadata = (named: string) => ({
    name: named,
    labels: platformLabels(environment),
    annotations: ownerAnnotations,
  });
  const policy = new admissionregistration.v1.ValidatingAdmissionPolicy(
    `${name}-policy`,
    { metadata: metadata(userClusterAccounts.role), spec: renderAccountFence(hostDiskClusters) },
    options,
  );
  const fence = new admissionregistration.v1.ValidatingAdmissionPolicyBinding(
    `${name}-policy-binding`,
    {
      metadata: metadata(userClusterAccounts.role),
      spec: { policyName: userClusterAccounts.role, validationActions: ['Deny', 'Audit'] },
    },
    { ...options, dependsOn: policy },
  );
  const fenced = { ...options, dependsOn: fence };
  const namespace = new core.v1.Namespace(
    `${name}-namespace`,
    { metadata: metadata(userClusterAccounts.namespace) },
    fenced,
  );
  new rbac.v1.ClusterRole(
    `${name}-role`,
    { metadata: metadata(userClusterAccounts.role), rules: renderRules(insideRights) },
    fenced,
  );
  const { outsideRole } = userClusterAccounts;
  const role = new rbac.v1.ClusterRole(
    `${name}-outside-role`,
    { metadata: metadata(outsideRole), rules: renderRules(outsideRights) },
    fenced,
  );
  new rbac.v1.ClusterRoleBinding(
    `${name}-outside-binding`,
    {
      metadata: metadata(outsideRole),
      roleRef: { apiGroup, kind: 'ClusterRole', name: outsideRole },
      // All accounts of the namespace, also those that are created later.
      subjects: [
        {
          apiGroup,
          kind: 'Group',
          name: `system:serviceaccounts:${userClusterAccounts.namespace}`,
        },
      ],
    },
    { ...fenced, dependsOn: [role, namespace] },
  );
  return { namespace, fence };
}
