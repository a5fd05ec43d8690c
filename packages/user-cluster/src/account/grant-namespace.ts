// SPDX-License-Identifier: Apache-2.0
import { rbac } from '@pulumi/kubernetes';
import type * as pulumi from '@pulumi/pulumi';
import { clusterLabels, ownerAnnotations } from '@strata/contracts';
import { userClusterAccounts } from '@strata/contracts/accounts';
import { NamespaceAccess } from '@strata/strata-provider';
import type { ClusterContext } from '../cluster-context.ts';

/** Arguments of {@link grantNamespace}. */
export interface GrantNamespaceArgs extends Pick<
  ClusterContext,
  'environment' | 'cluster' | 'namespace'
> {
  /** Kubeconfig of the cluster's account; a secret. */
  readonly infraKubeconfig: pulumi.Input<string>;
}

/**
 * Grants the cluster's account its rights in the cluster's namespace. The account does so itself: it may
 * bind this one role, in this one namespace.
 *
 * @returns the resource that everything in the namespace depends on: it is done once the API servers
 * know of the rights.
 */
export function grantNamespace(
  name: string,
  { environment, cluster, namespace, infraKubeconfig }: GrantNamespaceArgs,
  options: pulumi.CustomResourceOptions,
): pulumi.Resource {
  const binding = new rbac.v1.RoleBinding(
    name,
    {
      metadata: {
        name: userClusterAccounts.role,
        namespace,
        labels: clusterLabels(environment, cluster),
        annotations: ownerAnnotations,
      },
      roleRef: {
        apiGroup: 'rbac.authorization.k8s.io',
        kind: 'ClusterRole',
        name: userClusterAccounts.role,
      },
      subjects: [
        { kind: 'ServiceAccount', name: namespace, namespace: userClusterAccounts.namespace },
      ],
    },
    options,
  );
  return new NamespaceAccess(
    `${name}-known`,
    { kubeconfig: infraKubeconfig, namespace },
    { ...options, dependsOn: binding },
  );
}
