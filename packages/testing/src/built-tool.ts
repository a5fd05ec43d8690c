// SPDX-License-Identifier: Apache-2.0
import { readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Pattern of the text after a tool's name and version in the name of a finished build. The text is
 * longer while the build runs.
 */
const key = /^-[0-9a-f]{16}$/;

/**
 * A program that the toolchain has built. Tests of programs may not import the toolchain, so they
 * look where it puts its tools. Of several builds of a version, whose patches or compiler differ, this is the
 * last one.
 *
 * @param tool - with its version, such as `pulumi-3.259.0`.
 * @throws Error naming the command that builds it.
 */
export function builtTool(tool: string, binary: string, env = process.env): string {
  const { STRATA_CACHE_DIR: own, XDG_CACHE_HOME: xdg } = env;
  const cache = own ?? join(xdg ?? join(homedir(), '.cache'), 'strata');
  const tools = join(cache, 'toolchain');
  const madeAt = (name: string) => statSync(join(tools, name)).mtimeMs;
  const found = readdirSync(tools)
    .filter((name) => name.startsWith(tool) && key.test(name.slice(tool.length)))
    .toSorted((one, other) => madeAt(one) - madeAt(other))
    .at(-1);
  if (found === undefined) {
    throw new Error(`${binary} is not built: npm run toolchain -- --all`);
  }
  return join(tools, found, binary);
}
