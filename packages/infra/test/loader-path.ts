// SPDX-License-Identifier: Apache-2.0
import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const version = '1.14.2';

/**
 * The kubeone-validate that the toolchain has built. A program's tests may not import the
 * toolchain, so they look where it puts its tools.
 *
 * @throws Error naming the command that builds it.
 */
export function loaderPath(env: NodeJS.ProcessEnv = process.env): string {
  const { STRATA_KUBEONE_VALIDATE: named, STRATA_CACHE_DIR: own, XDG_CACHE_HOME: xdg } = env;
  if (named !== undefined) return named;
  const cache = own ?? join(xdg ?? join(homedir(), '.cache'), 'strata');
  const tools = join(cache, 'toolchain');
  const found = readdirSync(tools).find((name) => name.startsWith(`kubeone-validate-${version}-`));
  if (found === undefined) {
    throw new Error('kubeone-validate is not built: npm run toolchain -- --only kubeone-validate');
  }
  return join(tools, found, 'kubeone-validate');
}
