// SPDX-License-Identifier: Apache-2.0
import type { types } from '@pulumi/kubernetes';
import { ownerAnnotations } from '@strata/contracts';
import type { KubeconfigConfig } from '../config/index.ts';

type Metadata = types.input.meta.v1.ObjectMeta;

/** A binding of a person's name to a role of Kubernetes, for the cluster or for one namespace. */
export interface PersonBinding {
  readonly kind: 'ClusterRoleBinding' | 'RoleBinding';
  readonly metadata: Metadata;
  readonly roleRef: types.input.rbac.v1.RoleRef;
  readonly subjects: types.input.rbac.v1.Subject[];
}

/** Returns the group in a person's certificate: audit logs show in which role somebody came in. */
export function personGroup({ role }: Pick<KubeconfigConfig, 'role'>): string {
  return `strata:${role}`;
}

/**
 * Renders the bindings that give the people of `kubernetes.kubeconfigs` their rights, inside the user
 * cluster. They bind names, not groups: a right of one person in one namespace must not become a right
 * of everybody with that role.
 *
 * @param labels - of the cluster.
 */
export function renderPersonBindings(
  people: readonly KubeconfigConfig[],
  labels: Readonly<Record<string, string>>,
): PersonBinding[] {
  return people.map(({ name, role, namespace }) => ({
    kind: namespace === undefined ? 'ClusterRoleBinding' : 'RoleBinding',
    metadata: {
      name: `strata-person-${name}`,
      ...(namespace !== undefined && { namespace }),
      labels: { ...labels },
      annotations: ownerAnnotations,
    },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: role },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name }],
  }));
}
