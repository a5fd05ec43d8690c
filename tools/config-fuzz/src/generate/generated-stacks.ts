// SPDX-License-Identifier: Apache-2.0
import type { RawConfig } from '@strata/contracts';
import type { ProgramName } from '@strata/contracts/programs';
import { rawStackConfig } from '@strata/plan-check';
import fc from 'fast-check';
import { parse, stringify } from 'yaml';
import { carefulEdits, carelessEdits, edited } from './edits.ts';
import type { Edit } from './edits.ts';
import { placesIn } from './places.ts';
import { hidden } from './secret-texts.ts';
import { schemas, shippedStacks } from './shipped-stacks.ts';
import type { ShippedStack } from './shipped-stacks.ts';

/** Shipped stack with edits. */
export interface GeneratedStack {
  readonly shipped: ShippedStack;
  readonly edits: readonly Edit[];
}

function changesOf(shipped: ShippedStack): fc.Arbitrary<GeneratedStack> {
  const places = placesIn(schemas[shipped.project], shipped.config);
  const careful = carefulEdits(places);
  const careless = carelessEdits(places);
  const edits = fc.oneof(
    { weight: 3, arbitrary: careful },
    { weight: 2, arbitrary: careless },
    { weight: 1, arbitrary: fc.tuple(careful, careless).map((both) => both.flat()) },
  );
  return edits.map((some) => ({ shipped, edits: some }));
}

/**
 * Generates configurations of a program: shipped stacks with edits. In half of them all edits may
 * be right.
 */
export function generatedStacks(project: ProgramName): fc.Arbitrary<GeneratedStack> {
  return fc.oneof(...shippedStacks(project).map(changesOf));
}

/** Returns the text of a generated stack's file, with secrets in plain text. */
function fileText({ shipped, edits }: GeneratedStack): string {
  return stringify(edited(shipped.config, edits), { lineWidth: 0, aliasDuplicateObjects: false });
}

/** Returns the edits of a generated stack as text, without secrets. */
export const editsText = ({ edits }: GeneratedStack) => hidden(JSON.stringify(edits));

/** Returns the text of a generated stack's file, without secrets. */
export const openFileText = (generated: GeneratedStack) => hidden(fileText(generated));

/**
 * Returns a generated configuration as the engine passes it to the program: it goes through the
 * text of a file.
 */
export function rawConfigOf(generated: GeneratedStack): RawConfig {
  const { project, stack } = generated.shipped;
  const config = (parse(fileText(generated)) ?? {}) as Readonly<Record<string, unknown>>;
  return rawStackConfig(project, stack, { config });
}
