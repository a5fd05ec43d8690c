// SPDX-License-Identifier: Apache-2.0
import { at, kinds, listOf, nameOf, textOf, textsOf, titleOf } from '../resource/index.ts';
import type { Json, Subject } from '../resource/index.ts';
import type { ResourceRule } from '../rule/index.ts';
import { clusterWideRights } from './cluster-wide-rights.ts';

const bindings: readonly string[] = [kinds.clusterRoleBinding, kinds.roleBinding];

/** Returns whether a rule allows every verb on every resource of every group. */
function isEverything(rule: Json): boolean {
  return ['apiGroups', 'resources', 'verbs'].every((key) => textsOf(at(rule, key)).includes('*'));
}

/**
 * Returns whether a binding is for people alone: users and groups that somebody has named, and none of
 * Kubernetes' own, such as `system:authenticated`. User clusters have such bindings of
 * `kubernetes.kubeconfigs` and `oidc.groups`.
 */
function isForPeople(binding: Json): boolean {
  const subjects = listOf(at(binding, 'subjects'));
  return (
    subjects.length > 0 &&
    subjects.every(
      (one) =>
        ['User', 'Group'].includes(textOf(at(one, 'kind')) ?? '') &&
        textOf(at(one, 'name'))?.startsWith('system:') === false,
    )
  );
}

function checkRights(subject: Subject): readonly string[] {
  const { type, object } = subject;
  if (clusterWideRights.some((one) => one.object === nameOf(object))) return [];
  if (bindings.includes(type)) {
    return textOf(at(object, 'roleRef', 'name')) === 'cluster-admin' && !isForPeople(object)
      ? [`${titleOf(subject)} grants cluster-admin; bind a role with the rights that are needed.`]
      : [];
  }
  return listOf(at(object, 'rules')).flatMap((rule, index) =>
    isEverything(rule)
      ? [
          `${titleOf(subject)}: rules[${index}] allows every verb on every resource of every group; ` +
            'name what is needed.',
        ]
      : [],
  );
}

/** Rejects cluster-admin for programs: whoever takes over that one would have the whole cluster. */
export const noClusterAdmin: ResourceRule = {
  name: 'no-cluster-admin',
  area: 'rights',
  refuses:
    "A binding of a program, or of a user or group of Kubernetes' own, to cluster-admin, and a role that allows everything on everything.",
  why: 'Whoever takes over one such program controls the whole cluster, and every user cluster on it.',
  source: 'https://kubernetes.io/docs/concepts/security/rbac-good-practices/#least-privilege',
  level: 'mandatory',
  settings: {},
  exceptions: clusterWideRights,
  kinds: [kinds.clusterRole, kinds.clusterRoleBinding, kinds.role, kinds.roleBinding],
  check: checkRights,
};
