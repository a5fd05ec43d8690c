// SPDX-License-Identifier: Apache-2.0
import type { RawConfig } from '@strata/contracts';
import type { ProgramName } from '@strata/contracts/programs';
import type { RecordedResource } from '@strata/testing';
import fc from 'fast-check';
import { editsText, generatedStacks, rawConfigOf } from './generate/generated-stacks.ts';
import { outcomeOf } from './judge/outcome.ts';
import type { LoadManifest } from './programs/render-programs.ts';

/** Rendered resources of a generated configuration that its program accepted. */
export interface RenderedStack {
  /** Name of the shipped stack and its edits, without secrets. */
  readonly title: string;
  readonly resources: readonly RecordedResource[];
}

/** Options of {@link renderedStacks}. */
export interface RenderOptions {
  readonly program: ProgramName;
  /** Number of rendered configurations; about three times as many are generated. */
  readonly count: number;
  readonly seed: number;
  readonly load: LoadManifest;
  /** Filter of the configurations that are tried. @default all */
  readonly wanted?: (raw: RawConfig) => boolean;
}

/** Number of generated configurations of which a program must accept at least one. */
const mostTriesEach = 20;

/**
 * Renders generated configurations until enough of them were accepted.
 *
 * @throws Error when the program accepts hardly any.
 */
export async function* renderedStacks({
  program,
  count,
  seed,
  load,
  wanted = () => true,
}: RenderOptions): AsyncGenerator<RenderedStack> {
  let rendered = 0;
  const stacks = fc.sample(generatedStacks(program), { seed, numRuns: count * mostTriesEach });
  for (const generated of stacks) {
    if (rendered === count) return;
    const raw = rawConfigOf(generated);
    if (!wanted(raw)) continue;
    const outcome = await outcomeOf(raw, load);
    if (outcome.end !== 'rendered') continue;
    rendered += 1;
    const { stack } = generated.shipped;
    const title = `${program} ${stack}, seed ${seed}: ${editsText(generated)}`;
    yield { title, resources: outcome.resources };
  }
  if (rendered < count) throw new Error(`${program} took only ${rendered} of ${stacks.length}`);
}
