// SPDX-License-Identifier: Apache-2.0
import type { RecordedResource } from './recording.ts';

/** A right that makes whoever has it the master of the cluster. */
export type ExcessiveRight = 'cluster-admin' | 'everything' | 'gives-rights' | 'acts-as-others';

/** A right that is too much, and the object that gives it. */
export interface Excess {
  /** `ClusterRole/example` or `Role/namespace/example`. */
  readonly object: string;
  readonly right: ExcessiveRight;
}

interface Rule {
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly verbs?: readonly string[];
}

interface AccessObject {
  readonly kind?: string;
  readonly metadata?: { readonly name?: string; readonly namespace?: string };
  readonly roleRef?: { readonly name?: string };
  readonly rules?: readonly Rule[];
}

const has = (list: readonly string[] = [], ...wanted: readonly string[]) =>
  list.includes('*') || wanted.some((one) => list.includes(one));

/**
 * Excessive rights, each with a function that reports whether a rule gives it.
 *
 * @see https://kubernetes.io/docs/concepts/security/rbac-good-practices/
 */
const tooMuch: readonly {
  readonly right: ExcessiveRight;
  readonly isGivenBy: (rule: Rule) => boolean;
}[] = [
  {
    right: 'everything',
    isGivenBy: ({ apiGroups, resources, verbs }) => has(apiGroups) && has(resources) && has(verbs),
  },
  {
    right: 'gives-rights',
    isGivenBy: ({ apiGroups, resources, verbs }) =>
      has(apiGroups, 'rbac.authorization.k8s.io') &&
      has(resources, 'roles', 'clusterroles') &&
      has(verbs, 'bind', 'escalate'),
  },
  {
    right: 'acts-as-others',
    isGivenBy: ({ resources, verbs }) =>
      has(resources, 'users', 'groups', 'serviceaccounts') && (verbs ?? []).includes('impersonate'),
  },
];

/**
 * Returns the rights in a resource that give full control of the cluster; none for objects other
 * than RBAC.
 */
export function excessiveRights({ inputs }: RecordedResource): Excess[] {
  const { kind = '', metadata, roleRef, rules = [] } = inputs as AccessObject;
  const { name = '', namespace } = metadata ?? {};
  const object = [kind, ...(namespace === undefined ? [] : [namespace]), name].join('/');
  const found: ExcessiveRight[] = tooMuch
    .filter(({ isGivenBy }) => /^(Cluster)?Role$/.test(kind) && rules.some(isGivenBy))
    .map(({ right }) => right);
  if (roleRef?.name === 'cluster-admin') found.push('cluster-admin');
  return found.map((right) => ({ object, right }));
}
