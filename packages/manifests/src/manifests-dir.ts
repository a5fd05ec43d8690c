// SPDX-License-Identifier: Apache-2.0
import { isAbsolute, join } from 'node:path';
import { cacheDir } from '@strata/toolchain/cache-dir';
import { ManifestError } from './manifest-error.ts';

/**
 * Returns the folder of the offline bundle that STRATA_MANIFESTS_DIR names, if it is set.
 *
 * @throws ManifestError when it is a relative path.
 */
export function bundleDir(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const named = env.STRATA_MANIFESTS_DIR;
  if (!named) return undefined;
  if (isAbsolute(named)) return named;
  throw new ManifestError(`STRATA_MANIFESTS_DIR must be an absolute path, not "${named}".`);
}

/** Returns the folder of rendered manifests: the offline bundle if one is named, else the cache. */
export function manifestsDir(env: NodeJS.ProcessEnv = process.env): string {
  return bundleDir(env) ?? join(cacheDir(env), 'manifests');
}
