// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { describeIssues } from './describe-issues.ts';
import { field, secretField, wholeNumber } from './field.ts';
import { labels, labelValue } from './label-fields.ts';

const schema = z.strictObject({
  zone: labelValue().optional(),
  labels: labels('a mapping of labels').optional(),
  count: wholeNumber(1).optional(),
  version: field(z.string().regex(/^1\.\d+\.\d+$/), 'a version').optional(),
  secret: secretField(z.string(), 'a password').optional(),
});

function messagesOf(value: object): string[] {
  const issues = schema.safeParse(value).error?.issues ?? [];
  return describeIssues(schema, value, issues, () => false).map(({ message }) => message);
}

const expected = 'expected a label value: at most 63 letters, digits, dashes, dots and underscores';

test('a number or a boolean that would be right as a text belongs into quotes', () => {
  expect(messagesOf({ zone: 1 })).toEqual([`${expected}, got 1; put it into quotes`]);
  expect(messagesOf({ labels: { gpu: true } })).toEqual([
    `${expected}, got true; put it into quotes`,
  ]);
});

test('of a secret not even its kind is said', () => {
  expect(messagesOf({ secret: 12 })).toEqual([
    'expected a password, got a secret value that is not shown',
  ]);
});

test('quotes are not proposed where they would change nothing', () => {
  expect(messagesOf({ version: 1.35, count: true })).toEqual([
    'expected a whole number of 1 or more, got true',
    'expected a version, got 1.35',
  ]);
});

test('a day without quotes is one that Pulumi has made a time of', () => {
  expect(messagesOf({ labels: { since: '2024-01-01 00:00:00 +0000 UTC' } })).toEqual([
    `${expected}, got "2024-01-01 00:00:00 +0000 UTC"; put it into quotes`,
  ]);
});
