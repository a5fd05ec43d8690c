// SPDX-License-Identifier: Apache-2.0
import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * A program that the toolchain has built. A program's tests may not import the toolchain, so they
 * look where it puts its tools.
 *
 * @param tool - with its version, such as `pulumi-3.259.0`.
 * @throws Error naming the command that builds it.
 */
export function builtTool(tool: string, binary: string, env = process.env): string {
  const { STRATA_CACHE_DIR: own, XDG_CACHE_HOME: xdg } = env;
  const cache = own ?? join(xdg ?? join(homedir(), '.cache'), 'strata');
  const tools = join(cache, 'toolchain');
  const found = readdirSync(tools).find((name) => name.startsWith(`${tool}-`));
  if (found === undefined) {
    throw new Error(`${binary} is not built: npm run toolchain -- --all`);
  }
  return join(tools, found, binary);
}

/** The path of KubeOne's own loader. */
export function loaderPath(env: NodeJS.ProcessEnv = process.env): string {
  return (
    env.STRATA_KUBEONE_VALIDATE ?? builtTool('kubeone-validate-1.14.2', 'kubeone-validate', env)
  );
}
