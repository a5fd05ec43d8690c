// SPDX-License-Identifier: Apache-2.0
import { isAbsolute, join } from 'node:path';
import { cacheDir } from '@strata/toolchain/cache-dir';
import { ManifestError } from './manifest-error.ts';

/**
 * The folder of an offline bundle, when STRATA_MANIFESTS_DIR names one.
 *
 * @throws ManifestError when it is a relative path.
 */
export function bundleDir(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const named = env.STRATA_MANIFESTS_DIR;
  if (!named) return undefined;
  if (isAbsolute(named)) return named;
  throw new ManifestError(`STRATA_MANIFESTS_DIR must be an absolute path, not "${named}".`);
}

/** Where rendered manifests are: an offline bundle if one is named, else the cache. */
export function manifestsDir(env: NodeJS.ProcessEnv = process.env): string {
  return bundleDir(env) ?? join(cacheDir(env), 'manifests');
}
