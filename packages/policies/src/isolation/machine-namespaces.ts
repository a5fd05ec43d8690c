// SPDX-License-Identifier: Apache-2.0
import { machineKinds, namespaceOf } from '../resource/index.ts';
import type { StackSubject } from '../resource/index.ts';

const kindsOfMachines: readonly string[] = machineKinds;

/** Returns the namespaces that have VMs, with the VMs in each. */
export function machineNamespaces(
  subjects: readonly StackSubject[],
): ReadonlyMap<string, readonly [StackSubject, ...StackSubject[]]> {
  const found = new Map<string, [StackSubject, ...StackSubject[]]>();
  for (const subject of subjects) {
    const namespace = namespaceOf(subject.object);
    if (namespace === undefined || !kindsOfMachines.includes(subject.type)) continue;
    const machines = found.get(namespace);
    if (machines === undefined) found.set(namespace, [subject]);
    else machines.push(subject);
  }
  return found;
}

/** Returns the resources of a kind in a namespace. */
export function inNamespace(
  subjects: readonly StackSubject[],
  kind: string,
  namespace: string,
): readonly StackSubject[] {
  return subjects.filter(({ type, object }) => type === kind && namespaceOf(object) === namespace);
}
