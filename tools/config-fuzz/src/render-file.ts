// SPDX-License-Identifier: Apache-2.0
import type { StackIdentity } from '@strata/contracts';
import type { ProgramName } from '@strata/contracts/programs';
import { rawStackConfig } from '@strata/plan-check';
import type { RecordedResource } from '@strata/testing';
import { outcomeOf } from './judge/outcome.ts';
import { smallManifest } from './programs/small-manifest.ts';

/** What a program makes of a stack's file. */
export interface RenderedFile {
  readonly resources: readonly RecordedResource[];
  /** Outputs that are no secrets. */
  readonly outputs: Readonly<Record<string, unknown>>;
}

/** A stack of a program of this repository. */
export interface ProgramStack extends StackIdentity {
  readonly project: ProgramName;
}

/**
 * Renders a configuration of a stack as its program would, without an engine, a cluster or a key:
 * upstream's manifests are small ones, providers answer as in tests, and a user cluster stands on the
 * platform that its environment's files promise.
 *
 * @param config - by keys without the project's prefix.
 * @throws Error with what the program has against it.
 */
export async function renderFile(
  { project, stack }: ProgramStack,
  config: Readonly<Record<string, unknown>>,
): Promise<RenderedFile> {
  const outcome = await outcomeOf(rawStackConfig(project, stack, { config }), smallManifest);
  if (outcome.end === 'rendered') return outcome;
  const why = outcome.end === 'refused' ? outcome.message : String(outcome.error);
  throw new Error(`${project}/${stack} was ${outcome.end}: ${why}`);
}
