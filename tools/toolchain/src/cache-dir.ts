// SPDX-License-Identifier: Apache-2.0
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { ToolchainError } from './toolchain-error.ts';

/**
 * Returns the per-user folder of everything that Strata can make again: `$STRATA_CACHE_DIR`, else
 * `$XDG_CACHE_HOME/strata`, else `~/.cache/strata`.
 *
 * @throws ToolchainError when STRATA_CACHE_DIR is a relative path.
 * @see https://specifications.freedesktop.org/basedir-spec/latest/ (a relative XDG path is ignored)
 */
export function cacheDir(env: NodeJS.ProcessEnv = process.env): string {
  const own = env.STRATA_CACHE_DIR;
  if (own) {
    if (isAbsolute(own)) return own;
    throw new ToolchainError(`STRATA_CACHE_DIR must be an absolute path, not "${own}".`);
  }
  const { XDG_CACHE_HOME: xdg = '', HOME: home = '' } = env;
  if (isAbsolute(xdg)) return join(xdg, 'strata');
  return join(isAbsolute(home) ? home : homedir(), '.cache', 'strata');
}

/** Returns the folder of built and downloaded tools, which has one folder for each tool, version and key. */
export function toolchainDir(env: NodeJS.ProcessEnv = process.env): string {
  return join(cacheDir(env), 'toolchain');
}
