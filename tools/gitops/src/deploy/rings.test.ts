// SPDX-License-Identifier: Apache-2.0
import { describeIssues, formatPath } from '@strata/contracts';
import { deploymentRings } from './rings.ts';

function problems(value: unknown): string[] {
  const parsed = deploymentRings.safeParse(value);
  if (parsed.success) return [];
  return describeIssues(deploymentRings, value, parsed.error.issues, () => false).map(
    ({ message, path }) => `${formatPath(path)}: ${message}`,
  );
}

test('environments that are deployed by hand are in a list of their own', () => {
  const rings = [{ name: 'first', environments: ['staging'] }];
  expect(deploymentRings.parse({ rings })).toEqual({
    rings,
    byHand: [],
    renewAfterDays: 7,
  });
});

test('reports all problems at once', () => {
  expect(
    problems({
      rings: [
        { name: 'First', environments: [] },
        { name: 'last', environment: 'prod' },
      ],
    }),
  ).toEqual([
    'rings[0].name: expected a name of at most 63 lower-case letters, digits and dashes, got "First"',
    'rings[0].environments: expected a list with at least one environment, got a list',
    'rings[1].environments: missing; expected a list with at least one environment',
    'rings[1].environment: unknown key; did you mean "environments"?',
  ]);
});

test('an environment is in one ring only', () => {
  const rings = [
    { name: 'first', environments: ['staging', 'sandbox'] },
    { name: 'last', environments: ['prod', 'staging'] },
  ];
  expect(problems({ rings, byHand: ['sandbox'] })).toEqual([
    'rings[0].environments[1]: "sandbox" is in "byHand" already; take it out of one',
    'rings[1].environments[1]: "staging" is in "first" already; take it out of one',
  ]);
});

test('stacks are brought up often enough to prevent alerts about join tokens', () => {
  expect(problems({ rings: [], renewAfterDays: 9 })).toEqual([
    'renewAfterDays: expected a whole number of days from 1 to 8, got 9',
  ]);
  expect(problems({ rings: [], renewAfterDays: 8 })).toEqual([]);
});
