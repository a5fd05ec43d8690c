// SPDX-License-Identifier: Apache-2.0
import type { EnvironmentFiles } from '@strata/plan-check/address-plan';
import { readRepository } from '@strata/plan-check';

/** One version of all environments. */
export interface Version {
  /** A folder with its `stacks`. */
  readonly root: string;
  readonly environments: readonly EnvironmentFiles[];
}

/** How environments were before a change, and how they are after it. */
export type Versions = readonly [before: Version, after: Version];

/** Reads the environments of a folder with `stacks`. */
export function versionOf(root: string): Version {
  return { root, environments: readRepository(root).environments };
}
