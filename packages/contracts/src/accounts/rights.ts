// SPDX-License-Identifier: Apache-2.0

/** A right of a program in Kubernetes, and the reason for it. */
export interface Right {
  /** Empty for Kubernetes' core group. */
  readonly group: string;
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
  /** @default objects of any name */
  readonly names?: readonly string[];
  /** Why it is needed. */
  readonly need: string;
}

/**
 * Renders rights as the `rules` of a Role or ClusterRole.
 * @see https://kubernetes.io/docs/reference/access-authn-authz/rbac/
 */
export function renderRules(rights: readonly Right[]) {
  return rights.map(({ group, resources, verbs, names }) => ({
    apiGroups: [group],
    resources: [...resources],
    verbs: [...verbs],
    ...(names !== undefined && { resourceNames: [...names] }),
  }));
}
