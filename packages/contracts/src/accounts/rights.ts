// SPDX-License-Identifier: Apache-2.0

/** One thing that a program may do, and the call of it that needs the right. */
export interface Right {
  /** Empty for Kubernetes' own first group. */
  readonly group: string;
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
  /** @default objects of any name */
  readonly names?: readonly string[];
  /** What it is needed for. */
  readonly need: string;
}

/** Rights as the `rules` of a Role or ClusterRole. @see https://kubernetes.io/docs/reference/access-authn-authz/rbac/ */
export function renderRules(rights: readonly Right[]) {
  return rights.map(({ group, resources, verbs, names }) => ({
    apiGroups: [group],
    resources: [...resources],
    verbs: [...verbs],
    ...(names !== undefined && { resourceNames: [...names] }),
  }));
}
