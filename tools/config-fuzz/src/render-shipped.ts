// SPDX-License-Identifier: Apache-2.0
import type { ProgramName } from '@strata/contracts/programs';
import type { RecordedResource } from '@strata/testing';
import { rawConfigOf } from './generate/generated-stacks.ts';
import { shippedStacks } from './generate/shipped-stacks.ts';
import { outcomeOf } from './judge/outcome.ts';
import { smallManifest } from './programs/small-manifest.ts';

/** What the program of a shipped stack makes. */
export interface ShippedStackResources {
  readonly resources: readonly RecordedResource[];
  /** What it told people. */
  readonly logged: readonly string[];
}

/**
 * Renders a stack of the repository as it is shipped, with upstream's manifests in small.
 *
 * @throws Error with what the program has against it, or when there is no such stack.
 */
export async function renderShipped(
  program: ProgramName,
  stack: string,
): Promise<ShippedStackResources> {
  const shipped = shippedStacks(program).find((one) => one.stack === stack);
  if (shipped === undefined) throw new Error(`there is no stack ${program}/${stack}`);
  const outcome = await outcomeOf(rawConfigOf({ shipped, edits: [] }), smallManifest);
  if (outcome.end === 'rendered') return outcome;
  const why = outcome.end === 'refused' ? outcome.message : String(outcome.error);
  throw new Error(`${program}/${stack} was ${outcome.end}: ${why}`);
}
