// SPDX-License-Identifier: Apache-2.0
import type { KubernetesObject } from '../kubernetes-object.ts';
import { titleOf } from '../kubernetes-object.ts';
import { ManifestError } from '../manifest-error.ts';

/** Compares by code unit, so that the order does not depend on the machine's locale. */
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Sorts keys at every depth and drops the `creationTimestamp: null` that Go's types print. */
function canonicalValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonicalValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, child]) => key !== 'creationTimestamp' || child !== null)
      .sort(([a], [b]) => compare(a, b))
      .map(([key, child]) => [key, canonicalValue(child)]),
  );
}

/** Kinds that other objects need before they can be created. */
const firstKinds = ['Namespace', 'CustomResourceDefinition'];

function sortKey({ apiVersion, kind, metadata }: KubernetesObject): readonly string[] {
  const rank = firstKinds.indexOf(kind);
  const place = String(rank === -1 ? firstKinds.length : rank);
  return [place, kind, metadata.namespace ?? '', metadata.name, apiVersion];
}

function compareObjects(a: KubernetesObject, b: KubernetesObject): number {
  const other = sortKey(b);
  return sortKey(a).reduce((order, part, index) => order || compare(part, other[index] ?? ''), 0);
}

/**
 * Returns objects in canonical form, whatever order upstream printed them in: Namespaces, then
 * CRDs, then the rest by kind, namespace and name; keys sorted; without status and empty
 * timestamps, which belong to the cluster.
 *
 * @throws ManifestError when two objects have the same identity.
 */
export function canonicalObjects(objects: readonly KubernetesObject[]): KubernetesObject[] {
  const sorted = objects
    .map((object) => {
      const fields = Object.entries(object).filter(([key]) => key !== 'status');
      return canonicalValue(Object.fromEntries(fields)) as KubernetesObject;
    })
    .sort(compareObjects);
  const twice = sorted.filter((one, index) => {
    const next = sorted[index + 1];
    return next && compareObjects(one, next) === 0;
  });
  if (twice.length === 0) return sorted;
  throw new ManifestError(`defined twice: ${twice.map(titleOf).join(', ')}`);
}
