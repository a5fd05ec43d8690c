// SPDX-License-Identifier: Apache-2.0
import { reservedNames } from '@strata/user-cluster/reserved-names';
import type { Effected } from './consequence.ts';
import { valueAt } from './preview-steps.ts';
import type { Change } from './preview-steps.ts';

/** A role that somebody has by a binding. */
interface Right {
  /** `group "sso:operators"` or `user "ann"`. */
  readonly subject: string;
  /** `edit in shop`, or `cluster-admin` for all namespaces. */
  readonly role: string;
}

const kinds: Readonly<Record<string, string>> = { Group: 'group', User: 'user' };

/** Names that Kubernetes, kubeadm and Strata give to programs and nodes. */
const isReserved = (name: string) => reservedNames.some((one) => name.startsWith(`${one}:`));

/** Returns what people may do by a binding. Programs with a ServiceAccount are none. */
function rightsOf(binding: Change['before']): Right[] {
  const subjects = valueAt(binding, 'subjects');
  const namespace = valueAt(binding, 'metadata', 'namespace');
  const where = typeof namespace === 'string' ? ` in ${namespace}` : '';
  const role = `${String(valueAt(binding, 'roleRef', 'name'))}${where}`;
  return (Array.isArray(subjects) ? subjects : []).flatMap((one) => {
    const [kind, name] = [valueAt(one, 'kind'), valueAt(one, 'name')].map(String);
    const word = kinds[kind ?? ''];
    if (word === undefined || name === undefined || isReserved(name)) return [];
    return [{ subject: `${word} "${name}"`, role }];
  });
}

/** Returns the rights of people that a change of a binding takes and gives, each by itself. */
export function peopleRights({ after, before, effect }: Change): readonly Effected[] {
  const old = effect === 'created' ? [] : rightsOf(before);
  const made = effect === 'deleted' ? [] : rightsOf(after);
  const without = (some: readonly Right[], others: readonly Right[]) =>
    some.filter((one) => !others.some((other) => isSameRight(one, other)));
  const told = (verb: string, { role, subject }: Right): Effected => ({
    kind: 'rights-change',
    count: 1,
    subject,
    detail: `${verb} ${role}`,
  });
  return [
    ...without(old, made).map((right) => told('loses', right)),
    ...without(made, old).map((right) => told('gains', right)),
  ];
}

const isSameRight = (one: Right, other: Right) =>
  one.subject === other.subject && one.role === other.role;
