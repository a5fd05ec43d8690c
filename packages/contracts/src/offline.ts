// SPDX-License-Identifier: Apache-2.0

/**
 * Set for previews that are to touch no host: nobody is logged in at, and no key is asked for. What
 * clusters say is then said by `stacks/infra-facts`, see `tools/gitops/src/offline`.
 */
export const offlineVariable = 'STRATA_OFFLINE';

/** Whether this run is to touch no host. */
export function isOffline(env: NodeJS.ProcessEnv = process.env): boolean {
  return env[offlineVariable] === 'true';
}
