// SPDX-License-Identifier: Apache-2.0
import type { Recording } from './recording.ts';

/**
 * Returns the names of resources that a state may have under another parent, by this parent: its type
 * and its name, both sorted. States of earlier versions are taken over by these aliases, so they must not change.
 */
export function byFormerParent({
  resources,
}: Pick<Recording<unknown>, 'resources'>): Readonly<Record<string, readonly string[]>> {
  const found = resources.flatMap(({ formerParents = [], name }) =>
    formerParents.map((urn) => ({ name, parent: urn.replace(/^urn:pulumi:[^:]+::[^:]+::/, '') })),
  );
  const parents = [...new Set(found.map(({ parent }) => parent))].sort();
  const namesOf = (parent: string) =>
    found.filter((one) => one.parent === parent).map(({ name }) => name);
  return Object.fromEntries(
    parents.map((parent) => [parent, [...new Set(namesOf(parent))].sort()]),
  );
}
