// SPDX-License-Identifier: Apache-2.0
import type { KubernetesObject } from '../kubernetes-object.ts';

/** Replaces every `namespace: <from>`: of objects, of RBAC subjects and of webhooks' services. */
function retarget(value: unknown, from: string, to: string): unknown {
  if (Array.isArray(value)) return value.map((one) => retarget(one, from, to));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [
      key,
      key === 'namespace' && child === from ? to : retarget(child, from, to),
    ]),
  );
}

/** Moves objects from one namespace to another, and adds that Namespace to them. */
export function retargetNamespace(
  objects: readonly KubernetesObject[],
  { from, to }: { readonly from: string; readonly to: string },
): KubernetesObject[] {
  const namespace: KubernetesObject = {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: to },
  };
  return [namespace, ...objects.map((object) => retarget(object, from, to) as KubernetesObject)];
}
