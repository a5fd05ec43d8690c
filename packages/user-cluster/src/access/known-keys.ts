// SPDX-License-Identifier: Apache-2.0
import type { UserClusterConfig } from '@strata/contracts';
import { allMachines } from '../machines/index.ts';

/** The keys of everybody who may log in to some machine of a cluster, each once. */
export function knownKeys(
  { authorizedKeys }: Pick<UserClusterConfig['access']['ssh'], 'authorizedKeys'>,
  config: Partial<Pick<UserClusterConfig, 'controlPlane' | 'pools'>>,
): string[] {
  const ofMachines = allMachines(config).flatMap(({ machine }) => machine.authorizedKeys);
  return [...new Set([...authorizedKeys, ...ofMachines])];
}
