// SPDX-License-Identifier: Apache-2.0
import type { ProgramName } from '@strata/contracts/programs';
import fc from 'fast-check';
import { carefulEdit, carelessEdit } from './edits.ts';
import type { Edit } from './edits.ts';
import { fittingValues, isOptional, isSecret } from './fitting-values.ts';
import { hostileValues } from './hostile-values.ts';
import { placesIn } from './places.ts';
import type { Path, Place } from './places.ts';
import { schemas, shippedStacks } from './shipped-stacks.ts';
import type { ShippedStack } from './shipped-stacks.ts';

/** Shipped stack with an edit that may be wrong, and a value of the wrong shape elsewhere. */
export interface TwoMistakes {
  readonly shipped: ShippedStack;
  readonly one: Edit;
  readonly misshapen: Edit;
  /**
   * Edits that each put a right value in the place of the wrong shape; they are tried one after the
   * other.
   */
  readonly right: readonly Edit[];
}

/**
 * Number of right values. Among so many, at least one should show that a problem depends on the
 * value at this place.
 */
const samples = 12;

const isInside = (inner: Path, outer: Path) => outer.every((key, index) => inner[index] === key);

function misshapenAt({ path, schema }: Place): fc.Arbitrary<Edit> {
  const wrong = hostileValues.filter((value) => !schema.safeParse(value).success);
  const set = (value: unknown): Edit => ({ change: 'set', path, value });
  return isOptional(schema)
    ? fc.constantFrom(...wrong).map(set)
    : fc.oneof(
        fc.constantFrom(...wrong).map(set),
        fc.constant({ change: 'remove', path } as const),
      );
}

function rightAt({ path, schema }: Place): fc.Arbitrary<readonly Edit[]> {
  const values = fc.array(fittingValues(schema), { minLength: samples, maxLength: samples });
  return values.map((some) => [
    ...(isOptional(schema) ? [{ change: 'remove', path } as const] : []),
    ...some.map((value) => ({ change: 'set', path, value }) as const),
  ]);
}

function mistakesIn(shipped: ShippedStack): fc.Arbitrary<TwoMistakes> {
  const places = placesIn(schemas[shipped.project], shipped.config);
  const open = places.filter(({ isThere, schema }) => isThere && !isSecret(schema));
  return fc.constantFrom(...open).chain((place) => {
    const apart = open.filter(
      ({ path }) => !isInside(path, place.path) && !isInside(place.path, path),
    );
    const one = (apart.length === 0 ? fc.constant(place) : fc.constantFrom(...apart)).chain(
      (other) => fc.oneof(carefulEdit(other, places), carelessEdit(other, places)),
    );
    return fc.record({
      shipped: fc.constant(shipped),
      one,
      misshapen: misshapenAt(place),
      right: rightAt(place),
    });
  });
}

/** Generates two mistakes at two places of a shipped stack, neither of which contains the other. */
export function twoMistakes(project: ProgramName): fc.Arbitrary<TwoMistakes> {
  return fc.oneof(...shippedStacks(project).map(mistakesIn));
}
