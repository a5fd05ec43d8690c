// SPDX-License-Identifier: Apache-2.0
import { delimiter } from 'node:path';
import { ensureBinFolder } from './bin-folder.ts';
import { ensurePulumiHome } from './pulumi-home.ts';
import type { Toolchain } from './resolved-toolchain.ts';

/** Environment variables of a process that runs Pulumi. */
export interface PulumiVariables {
  readonly PATH: string;
  readonly PULUMI_HOME: string;
}

/**
 * Returns the variables with which a process finds the pinned tools before the machine's own, and Pulumi its
 * plugins.
 *
 * @param toolchain must hold `pulumi` and `pulumi-resource-kubernetes`.
 * @param env - whose PATH comes last.
 * @param folders - what stands between the tools and that. Default: none.
 * @throws ToolchainError when Pulumi refuses its plugin.
 */
export async function pulumiVariables(
  toolchain: Toolchain,
  env: NodeJS.ProcessEnv = process.env,
  folders: readonly string[] = [],
): Promise<PulumiVariables> {
  return {
    PATH: [await ensureBinFolder(toolchain), ...folders, env.PATH ?? ''].join(delimiter),
    PULUMI_HOME: await ensurePulumiHome(toolchain),
  };
}
