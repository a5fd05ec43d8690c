// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deploymentRings, ringsFile } from '@strata/gitops/rings';
import { checkPlan } from '@strata/plan-check';
import { parse } from 'yaml';
import { exampleConfig, exampleObjects, root, valueAt } from './example.ts';
import { pagePath, pageText, pairSections } from './page.ts';
import { exampleStacks } from './pair.ts';
import type { ExampleStack } from './pair.ts';

const pairs = pairSections.flatMap((section) =>
  section.pairs.map((pair) => ({ ...pair, title: `${section.title}, ${pair.kkp}` })),
);
const stacks = Object.keys(exampleStacks) as ExampleStack[];

/** Objects of the example, rendered once. A program that refuses the example fails here. */
const objects = {} as Record<ExampleStack, Record<string, unknown>>;

beforeAll(async () => {
  // One after the other, because recordings cannot be nested.
  for (const stack of stacks) objects[stack] = await exampleObjects(stack);
});

test.each(stacks)('the program takes the %s of the example', (stack) => {
  expect(Object.keys(objects[stack]).length).toBeGreaterThan(0);
});

test('addresses, versions and hosts of the example fit together', () => {
  expect(checkPlan(root).failed).toBe(false);
});

test('the example is in no deployment ring', () => {
  const { byHand } = deploymentRings.parse(parse(readFileSync(join(root, ringsFile), 'utf8')));
  const environments = Object.values(exampleStacks).map(({ stack }) => stack.split('.')[0]);
  expect(byHand).toEqual(expect.arrayContaining(environments));
});

test.each(pairs.filter(({ place }) => place !== undefined))(
  'the example says $place.key for $title',
  ({ place }) => {
    if (place === undefined) throw new Error('filtered above');
    expect(valueAt(exampleConfig(place.stack), place.key)).toEqual(place.value);
  },
);

// Proves: migration.from-kkp
test.each(pairs.filter(({ arrival }) => arrival !== undefined))(
  '$title arrives in $arrival.object',
  ({ arrival }) => {
    if (arrival === undefined) throw new Error('filtered above');
    const object = objects[arrival.stack][arrival.object];
    expect(object).toBeDefined();
    expect(valueAt(object, arrival.path)).toEqual(arrival.value);
  },
);

test('explains in words what Strata does not have', () => {
  const silent = pairs.filter(
    ({ arrival, place, words }) =>
      arrival === undefined && place === undefined && words === undefined,
  );
  expect(silent).toEqual([]);
});

test('the page matches the tables (node tools/test/src/coming-from-kkp/write-page.ts writes it)', async () => {
  expect(readFileSync(join(root, pagePath), 'utf8')).toBe(await pageText(root));
});
