// SPDX-License-Identifier: Apache-2.0
import { rbac } from '@pulumi/kubernetes';
import type { types } from '@pulumi/kubernetes';
import type * as pulumi from '@pulumi/pulumi';
import { clusterLabels, ownerAnnotations } from '@strata/contracts';
import type { GroupRoleConfig } from '../config/index.ts';
import { createHash } from 'node:crypto';
import type { ClusterContext } from '../cluster-context.ts';

/** A binding of a group to a role, for the cluster or for one namespace. */
export interface GroupBinding {
  readonly kind: 'ClusterRoleBinding' | 'RoleBinding';
  readonly metadata: types.input.meta.v1.ObjectMeta & { readonly name: string };
  readonly roleRef: types.input.rbac.v1.RoleRef;
  readonly subjects: types.input.rbac.v1.Subject[];
}

const apiGroup = 'rbac.authorization.k8s.io';

/** Names of groups may be anything, such as a path or an address. */
const shortOf = (group: string) => createHash('sha256').update(group).digest('hex').slice(0, 10);

/**
 * Renders the bindings that give groups of `oidc.groups` their roles, inside the user cluster. The role is
 * part of the name: the role of a binding cannot change.
 *
 * @param labels - of the cluster.
 */
export function renderGroupBindings(
  groups: readonly GroupRoleConfig[],
  labels: Readonly<Record<string, string>>,
): GroupBinding[] {
  return groups.flatMap(({ group, namespaces, role }) =>
    (namespaces ?? [undefined]).map((namespace) => ({
      kind: namespace === undefined ? 'ClusterRoleBinding' : 'RoleBinding',
      metadata: {
        name: `strata-group-${shortOf(group)}-${role}`,
        ...(namespace !== undefined && { namespace }),
        labels: { ...labels },
        annotations: ownerAnnotations,
      },
      roleRef: { apiGroup, kind: 'ClusterRole', name: role },
      subjects: [{ apiGroup, kind: 'Group', name: group }],
    })),
  );
}

/** Gives the groups of `oidc.groups` their roles. */
export function bindGroups(
  name: string,
  { cluster, config, environment }: ClusterContext,
  options: pulumi.CustomResourceOptions,
): void {
  for (const { kind, ...object } of renderGroupBindings(
    config.oidc.groups,
    clusterLabels(environment, cluster),
  )) {
    const { name: own, namespace } = object.metadata;
    const place = namespace === undefined ? '' : `-in-${namespace as string}`;
    new rbac.v1[kind](`${name}-${own.slice('strata-'.length)}${place}`, object, options);
  }
}
