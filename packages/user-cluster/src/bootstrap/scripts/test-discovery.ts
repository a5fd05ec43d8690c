// SPDX-License-Identifier: Apache-2.0
/** A kind of the core API, as discovery has it. */
interface DiscoveredKind {
  readonly name: string;
  readonly namespaced: boolean;
  readonly kind: string;
  readonly verbs: readonly string[];
}

/** Returns the answers from which kubectl learns what these kinds are, by path: the API has no others. */
export const discoveryOf = (
  ...kinds: readonly DiscoveredKind[]
): Readonly<Record<string, object>> => ({
  '/api': { kind: 'APIVersions', versions: ['v1'] },
  '/apis': { kind: 'APIGroupList', apiVersion: 'v1', groups: [] },
  '/api/v1': {
    kind: 'APIResourceList',
    groupVersion: 'v1',
    resources: kinds.map((one) => ({ singularName: '', ...one })),
  },
});
