// SPDX-License-Identifier: Apache-2.0
import type { Toolchain } from './resolved-toolchain.ts';
import { toolchainOf } from './resolved-toolchain.ts';
import { survey } from './survey.ts';
import { ToolchainError } from './toolchain-error.ts';
import type { ToolName } from './tools.ts';
import { toolsFor } from './tools.ts';

/** Options of {@link resolveToolchain}. */
export interface ResolveOptions {
  /** @default the tools of `npm start` */
  readonly tools?: readonly ToolName[];
  /** @default process.env */
  readonly env?: NodeJS.ProcessEnv;
}

/**
 * Finds tools on PATH and in the cache; never builds.
 *
 * @throws ToolchainError listing everything that is missing and the command that builds it.
 */
export async function resolveToolchain(options: ResolveOptions = {}): Promise<Toolchain> {
  const { tools = toolsFor('start'), env = process.env } = options;
  const { resolved, missing } = await survey(tools, env);
  if (missing.length === 0) return toolchainOf(resolved);
  const names = missing.map(({ source }) => source.name);
  const told = missing.map(({ source }) => `${source.name} ${source.tool.version}`).join(', ');
  const isUsual = names.every((name) => toolsFor('start').includes(name));
  const command = `npm run toolchain${isUsual ? '' : ` -- --only ${names.join(',')}`}`;
  throw new ToolchainError(`Not built yet: ${told}; run \`${command}\`.`);
}
