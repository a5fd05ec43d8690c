// SPDX-License-Identifier: Apache-2.0
import { checkToolchain } from '@strata/toolchain';
import type { MachineCheck, ToolName } from '@strata/toolchain';
import { checkRack } from '../rack/requirements.ts';
import { checkGit, checkMemory } from './machine-checks.ts';

/** Result of checking whether a machine has everything that `npm start` needs. */
export interface Preflight {
  /** All checks; those with a `fix` must be mended first. */
  readonly checks: readonly MachineCheck[];
  /**
   * Tools that have to be made; all tools when Go is missing, which tells which ones are there.
   */
  readonly missingTools: readonly ToolName[];
  /** Those of them that are downloaded, not built. */
  readonly downloads: readonly ToolName[];
  /**
   * Time that it takes to build the others on an idle machine with empty caches, such as `about 30
   * min`.
   */
  readonly duration: string;
}

/**
 * Finds everything that this machine lacks for the sandbox, all at once, in less than a second.
 * Changes nothing.
 *
 * @param tools - Tools that will be run. @default those of `npm start`
 */
export async function preflight(tools?: readonly ToolName[]): Promise<Preflight> {
  const { checks, downloads, duration, missing } = await checkToolchain(tools && { tools });
  const all = [...checkRack(), checkGit(), checkMemory(), ...checks];
  return { checks: all, missingTools: missing, downloads, duration };
}
