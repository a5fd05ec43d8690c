// SPDX-License-Identifier: Apache-2.0
import { inspectConfig } from '@strata/contracts';
import { z } from 'zod';
import { pullRequest } from './pull-request-field.ts';

const inspect = (value: object) =>
  inspectConfig(z.strictObject({ pullRequest }), {
    project: 'user-cluster',
    stack: 'prod.pr-12',
    values: { 'user-cluster:pullRequest': JSON.stringify(value) },
    secretKeys: [],
  });

test.each(['acme/shop', 'group/sub.group/shop', '_a/b-c'])('%s is a repository', (repository) => {
  const { problems, valid } = inspect({ repository, number: 12 });
  expect(problems).toEqual([]);
  expect(valid).toEqual({ pullRequest: { repository, number: 12 } });
});

// Proves: clusters.pull-requests
test.each([
  'shop',
  'acme/../other',
  'acme/shop/',
  '/acme/shop',
  'acme/sh op',
  'acme/shop?x=1',
  '-a/b',
])('%j is no repository', (repository) => {
  expect(inspect({ repository, number: 12 }).problems).toEqual([
    {
      path: ['pullRequest', 'repository'],
      message: `expected a repository like "acme/shop", got ${JSON.stringify(repository)}`,
    },
  ]);
});

test('a number is a whole one from 1 on', () => {
  expect(inspect({ repository: 'acme/shop', number: 0 }).problems).toEqual([
    { path: ['pullRequest', 'number'], message: 'expected a whole number of 1 or more, got 0' },
  ]);
});
