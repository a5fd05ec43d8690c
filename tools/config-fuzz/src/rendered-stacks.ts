// SPDX-License-Identifier: Apache-2.0
import type { RawConfig } from '@strata/contracts';
import type { ProgramName } from '@strata/contracts/programs';
import type { RecordedResource } from '@strata/testing';
import fc from 'fast-check';
import { editsText, generatedStacks, rawConfigOf } from './generate/generated-stacks.ts';
import { outcomeOf } from './judge/outcome.ts';
import type { LoadManifest } from './programs/render-programs.ts';

/** What a generated configuration makes that its program has taken. */
export interface RenderedStack {
  /** The shipped stack, and how it was changed, without secrets. */
  readonly title: string;
  readonly resources: readonly RecordedResource[];
}

/** Which configurations are rendered. */
export interface RenderOptions {
  readonly program: ProgramName;
  /** So many are rendered; about three times as many are generated. */
  readonly count: number;
  readonly seed: number;
  readonly load: LoadManifest;
  /** Which configurations are tried. @default all */
  readonly wanted?: (raw: RawConfig) => boolean;
}

/** Of so many generated configurations a program takes at least one. */
const mostTriesEach = 20;

/**
 * Renders generated configurations until enough of them were taken.
 *
 * @throws Error when the program takes hardly any.
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
