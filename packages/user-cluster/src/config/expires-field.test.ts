// SPDX-License-Identifier: Apache-2.0
import { inspectConfig } from '@strata/contracts';
import { z } from 'zod';
import { expires } from './expires-field.ts';

const inspect = (text: string) =>
  inspectConfig(z.strictObject({ expires }), {
    project: 'user-cluster',
    stack: 'prod.shop',
    values: { 'user-cluster:expires': text },
    secretKeys: [],
  });

// Proves: clusters.expires
test.each([
  ['2027-01-31', '2027-01-31'],
  ['2028-02-29', '2028-02-29'],
  // Form in which `pulumi config` has a day without quotes.
  ['2027-01-31 00:00:00 +0000 UTC', '2027-01-31'],
])('%s is the day %s', (text, day) => {
  const { problems, valid } = inspect(text);
  expect(problems).toEqual([]);
  expect(valid).toEqual({ expires: day });
});

// Proves: clusters.expires
test.each([
  '2027-02-30',
  '31.01.2027',
  '2027-1-31',
  '2027-01-31 10:00:00 +0000 UTC',
  '2027 00:00:00 +0000 UTC-01-31',
  '',
])('%j is refused', (text) => {
  expect(inspect(text).problems).toEqual([
    {
      path: ['expires'],
      message: `expected a day like "2027-01-31", got ${JSON.stringify(text)}`,
    },
  ]);
});
