// SPDX-License-Identifier: Apache-2.0
import type { ProgramName } from '@strata/contracts/programs';
import type { RecordedResource } from '@strata/testing';
import { rawConfigOf } from './generate/generated-stacks.ts';
import { shippedStacks } from './generate/shipped-stacks.ts';
import { outcomeOf } from './judge/outcome.ts';
import { smallManifest } from './programs/small-manifest.ts';

/** Resources that the program of a shipped stack makes. */
export interface ShippedStackResources {
  readonly resources: readonly RecordedResource[];
  /** Messages that it logged for users. */
  readonly logged: readonly string[];
}

/**
 * Renders a stack as it is in the repository, with small replacements of upstream manifests.
 *
 * @throws Error with the program's own message when it refuses the stack, and when there is no such
 * stack.
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
