// SPDX-License-Identifier: Apache-2.0
import type { types } from '@pulumi/kubernetes';
import { ownerAnnotations } from '@strata/contracts';
import type { KubeconfigConfig } from '@strata/contracts';

type Metadata = types.input.meta.v1.ObjectMeta;

/** Binds a person's name to a role of Kubernetes, everywhere or in one namespace. */
export interface PersonBinding {
  readonly kind: 'ClusterRoleBinding' | 'RoleBinding';
  readonly metadata: Metadata;
  readonly roleRef: types.input.rbac.v1.RoleRef;
  readonly subjects: types.input.rbac.v1.Subject[];
}

/** The group in a person's certificate: it tells in audit logs as what somebody came in. */
export function personGroup({ role }: Pick<KubeconfigConfig, 'role'>): string {
  return `strata:${role}`;
}

/**
 * What gives the people of `kubernetes.kubeconfigs` their rights, inside the user cluster. Bound to
 * names, not to groups: somebody's right in one namespace must not become everybody's with that role.
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
