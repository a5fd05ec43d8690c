// SPDX-License-Identifier: Apache-2.0
import type { StackIdentity } from '@strata/contracts';
import type { ProgramName } from '@strata/contracts/programs';
import { rawStackConfig } from '@strata/plan-check';
import type { RecordedResource } from '@strata/testing';
import { outcomeOf } from './judge/outcome.ts';
import { smallManifest } from './programs/small-manifest.ts';

/** Result of rendering a stack's file. */
export interface RenderedFile {
  readonly resources: readonly RecordedResource[];
  /** Outputs that are not secret. */
  readonly outputs: Readonly<Record<string, unknown>>;
}

/** Stack of a program of this repository. */
export interface ProgramStack extends StackIdentity {
  readonly project: ProgramName;
}

/**
 * Renders a configuration of a stack as its program would, without an engine, a cluster or a key.
 * Upstream manifests are replaced by small ones, providers answer as in tests, and a user cluster
 * uses the platform that the files of its environment describe.
 *
 * @param config - configuration by keys without the project's prefix.
 * @throws Error with the program's own message when it refuses the configuration.
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
