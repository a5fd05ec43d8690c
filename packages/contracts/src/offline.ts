// SPDX-License-Identifier: Apache-2.0

/**
 * Environment variable of previews that must contact no host: they log in nowhere and ask for no
 * key. Facts of clusters then come from `stacks/infra-facts`, see `tools/gitops/src/offline`.
 */
export const offlineVariable = 'STRATA_OFFLINE';

/** Returns whether this run must contact no host. */
export function isOffline(env: NodeJS.ProcessEnv = process.env): boolean {
  return env[offlineVariable] === 'true';
}
