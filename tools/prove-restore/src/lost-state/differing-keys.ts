// SPDX-License-Identifier: Apache-2.0
import type { KeyResource } from '@strata/user-cluster/lost-state';
import { isDeepStrictEqual } from 'node:util';
import { plainValue } from '../state/plain-value.ts';
import type { Exported } from './deployment.ts';

/** Certificates that each run issues anew. */
const issued = '-keys-admin-certificate';

/**
 * Returns the names of keys that a state has, and that are not those of the cluster.
 *
 * @param state - with its secrets in plain.
 */
export function differingKeys(
  { deployment }: Exported,
  keys: readonly KeyResource[],
): readonly string[] {
  const outputs = new Map(
    deployment.resources.map(({ outputs, urn }) => [urn.split('::')[3] ?? '', plainValue(outputs)]),
  );
  return keys
    .filter(({ name }) => !name.endsWith(issued))
    .filter((key) => !isDeepStrictEqual(outputs.get(key.name), key.outputs))
    .map(({ name }) => name);
}
