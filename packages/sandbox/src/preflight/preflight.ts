// SPDX-License-Identifier: Apache-2.0
import { checkToolchain } from '@strata/toolchain';
import type { MachineCheck, ToolName } from '@strata/toolchain';
import { checkRack } from '../rack/requirements.ts';
import { checkGit, checkMemory } from './machine-checks.ts';

/** What a machine has and lacks for `npm start`. */
export interface Preflight {
  /** Everything that was looked for; those with a `fix` must be mended first. */
  readonly checks: readonly MachineCheck[];
  /** Tools that have to be built; all of them where no Go says which are there. */
  readonly missingTools: readonly ToolName[];
  /** What building them takes on an idle machine with empty caches, such as `about 30 min`. */
  readonly duration: string;
}

/**
 * Finds all that this machine lacks for the sandbox, at once, in less than a second. Changes nothing.
 *
 * @param tools - that will be run. Default: those of `npm start`.
 */
export async function preflight(tools?: readonly ToolName[]): Promise<Preflight> {
  const { checks, duration, missing } = await checkToolchain(tools && { tools });
  const all = [...checkRack(), checkGit(), checkMemory(), ...checks];
  return { checks: all, missingTools: missing, duration };
}
