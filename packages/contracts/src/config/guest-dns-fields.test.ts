// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { describeIssues } from './describe-issues.ts';
import { dnsFields } from './guest-dns-fields.ts';

const schema = z.strictObject(dnsFields).partial();

function messagesOf(searches: readonly string[]): string[] {
  const issues = schema.safeParse({ searches }).error?.issues ?? [];
  return describeIssues(schema, { searches }, issues, () => false).map(({ message }) => message);
}

const domain = 'expected a domain name in lower case and without a dot at its end';
const list = 'expected a list of at most 6 domain names, together of at most 256 characters';

// KubeVirt refuses each VM that has them.
test.each([
  [['Example.ORG'], `${domain}, got "Example.ORG"`],
  [['x_y'], `${domain}, got "x_y"`],
  [['corp.example.org.'], `${domain}, got "corp.example.org."`],
  [['a', 'b', 'c', 'd', 'e', 'f', 'g'], `${list}, got a list`],
  [['a'.repeat(128), 'b'.repeat(128)], `${list}, got a list`],
])('refuses the search domains %j', (searches, message) => {
  expect(messagesOf(searches)).toEqual([message]);
});

test('takes as many search domains as KubeVirt does', () => {
  expect(messagesOf(['a', 'b', 'c', 'd', 'e', 'corp.example.org'])).toEqual([]);
  expect(messagesOf(['a'.repeat(127), 'b'.repeat(128)])).toEqual([]);
});
