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
    rings: [{ name: 'first', environments: ['staging'], windows: [] }],
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

test('windows open often enough that keys do not end', () => {
  const from = { from: '09:00', to: '12:00', timeZone: 'UTC' };
  const ring = { name: 'last', environments: ['prod'], windows: [{ days: ['Tue'], ...from }] };
  expect(problems({ rings: [ring] })).toEqual([
    'rings[0].windows: are closed for up to 6.9 days, so with renewAfterDays: 7 a stack may be without an update for longer than 9 days, in which its keys end; open them more often, or lower renewAfterDays',
  ]);
  expect(problems({ rings: [ring], renewAfterDays: 2 })).toEqual([]);
});

test('says what is wrong with a window', () => {
  const windows = [{ days: [], from: '9:00', to: '24:00', timeZone: 'Berlin' }, { day: 'Tue' }];
  expect(problems({ rings: [{ name: 'last', environments: ['prod'], windows }] })).toEqual([
    'rings[0].windows[0].days: expected a list with at least one of Mon to Sun, got a list',
    'rings[0].windows[0].from: expected a time like "09:00", got "9:00"',
    'rings[0].windows[0].to: expected a time like "09:00", got "24:00"',
    'rings[0].windows[0].timeZone: expected a time zone like "Europe/Berlin", got "Berlin"',
    'rings[0].windows[1].from: missing; expected a time like "09:00"',
    'rings[0].windows[1].to: missing; expected a time like "09:00"',
    'rings[0].windows[1].timeZone: missing; expected a time zone like "Europe/Berlin"',
    'rings[0].windows[1].day: unknown key; did you mean "days"?',
  ]);
});
