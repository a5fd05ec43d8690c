// SPDX-License-Identifier: Apache-2.0
import type { ProgramName } from '@strata/contracts/programs';
import fc from 'fast-check';
import {
  editsText,
  generatedStacks,
  openFileText,
  rawConfigOf,
} from './generate/generated-stacks.ts';
import type { GeneratedStack } from './generate/generated-stacks.ts';
import { hidden } from './generate/secret-texts.ts';
import { objections } from './judge/objections.ts';
import { outcomeOf } from './judge/outcome.ts';
import { smallManifest } from './programs/small-manifest.ts';

/** Options of {@link fuzz}. */
export interface FuzzOptions {
  readonly program: ProgramName;
  readonly runs: number;
  /** The same seed generates the same configurations. */
  readonly seed: number;
  /** Called after each configuration with how many have been tried. */
  readonly onTried?: (tried: number) => void;
}

/** Result of {@link fuzz}. */
export interface FuzzResult {
  readonly rendered: number;
  readonly refused: number;
  /** Description of the failure; undefined if there was none. */
  readonly failure?: string;
}

/** Returns what is wrong with the outcome of a configuration; empty if nothing is wrong. */
async function judge(
  generated: GeneratedStack,
  count: (end: string) => void = () => undefined,
  frames?: number,
): Promise<string[]> {
  const raw = rawConfigOf(generated);
  const outcome = await outcomeOf(raw, smallManifest, frames);
  count(outcome.end);
  return objections(generated, raw, outcome);
}

/** Returns the same configuration without the edits that are not needed for the failure. */
async function withoutNeedlessEdits(generated: GeneratedStack): Promise<GeneratedStack> {
  for (const [index] of generated.edits.entries()) {
    const less = { ...generated, edits: generated.edits.toSpliced(index, 1) };
    if ((await judge(less)).length > 0) return withoutNeedlessEdits(less);
  }
  return generated;
}

/** Maximal number of characters shown; a value may be very long. */
const longestShown = 10_000;

/** Returns a description of a failure for the person who looks for the cause, without secrets. */
async function describe(found: GeneratedStack, seed: number, path: string): Promise<string> {
  const generated = await withoutNeedlessEdits(found);
  const { project, stack } = generated.shipped;
  const wrong = await judge(generated, undefined, 30);
  return [
    `${project} ${stack}, seed ${seed}, path ${path}:`,
    ...wrong.map((one) => `  ${hidden(one)}`),
    `changes: ${editsText(generated)}`,
    `configuration:\n${openFileText(generated)}`,
  ]
    .map((text) => text.slice(0, longestShown))
    .join('\n');
}

/** Runs a program on generated configurations until one ends in a forbidden way. */
export async function fuzz({ program, runs, seed, onTried }: FuzzOptions): Promise<FuzzResult> {
  const counts: Record<string, number> = { rendered: 0, refused: 0 };
  const count = (end: string) => {
    counts[end] = (counts[end] ?? 0) + 1;
    onTried?.(Object.values(counts).reduce((sum, one) => sum + one, 0));
  };
  const property = fc.asyncProperty(generatedStacks(program), async (generated) => {
    return (await judge(generated, count)).length === 0;
  });
  const details = await fc.check(property, { numRuns: runs, seed });
  const { rendered = 0, refused = 0 } = counts;
  const [found] = details.counterexample ?? [];
  if (found === undefined) return { rendered, refused };
  const failure = await describe(found, seed, details.counterexamplePath ?? '');
  return { rendered, refused, failure };
}
