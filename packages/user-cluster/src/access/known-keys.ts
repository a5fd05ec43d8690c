// SPDX-License-Identifier: Apache-2.0
import type { UserClusterConfig } from '../config/index.ts';
import { allMachines } from '../machines/index.ts';

/** Returns the keys that may log in to at least one VM of a cluster, without duplicates. */
export function knownKeys(
  { authorizedKeys }: Pick<UserClusterConfig['access']['ssh'], 'authorizedKeys'>,
  config: Partial<Pick<UserClusterConfig, 'controlPlane' | 'pools'>>,
): string[] {
  const ofMachines = allMachines(config).flatMap(({ machine }) => machine.authorizedKeys);
  return [...new Set([...authorizedKeys, ...ofMachines])];
}
