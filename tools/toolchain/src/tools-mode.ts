// SPDX-License-Identifier: Apache-2.0
import { ToolchainError } from './toolchain-error.ts';

const modes = ['auto', 'build', 'download'] as const;

/**
 * How tools that are neither on PATH nor in the cache are made:
 *
 * - `auto`: those in the table of releases are downloaded; one that cannot be downloaded is built, as
 *   all others are.
 * - `build`: all are built.
 * - `download`: as `auto`, but one that cannot be downloaded is an error.
 */
export type ToolsMode = (typeof modes)[number];

/**
 * Returns the mode that `STRATA_TOOLS` names. Default, also when it is empty: `auto`.
 *
 * @throws ToolchainError naming the variable and its values.
 */
export function toolsMode(env: NodeJS.ProcessEnv): ToolsMode {
  const { STRATA_TOOLS: named = '' } = env;
  if (named === '') return 'auto';
  const mode = modes.find((one) => one === named);
  if (mode !== undefined) return mode;
  throw new ToolchainError(`STRATA_TOOLS must be auto, build or download, not "${named}".`);
}
