// SPDX-License-Identifier: Apache-2.0
import { inspectConfig } from '@strata/contracts';
import { z } from 'zod';
import { audit } from './audit-fields.ts';

const schema = z.strictObject({ audit });
const url = 'https://audit.example.org/shop';

const inspect = (value: unknown, secretKeys = ['user-cluster:audit']) =>
  inspectConfig(schema, {
    project: 'user-cluster',
    stack: 'prod.shop',
    values: { 'user-cluster:audit': JSON.stringify(value) },
    secretKeys,
  });

const problemsOf = (...args: Parameters<typeof inspect>) =>
  inspect(...args).problems.map(({ path, message }) => `${path.slice(1).join('.')}: ${message}`);

test('a webhook needs no more than a URL', () => {
  expect(inspect({ webhook: { url } }, [])).toMatchObject({
    problems: [],
    valid: { audit: { level: 'Metadata', webhook: { url } } },
  });
  expect(inspect({}).valid.audit).toEqual({
    level: 'Metadata',
    log: { maxAgeDays: 7, maxBackups: 3, maxSizeMiB: 100 },
  });
});

// Proves: clusters.audit-webhook
test.each([
  ['http://audit.example.org', 'http://audit.example.org'],
  ['https://audit.example.org/shop?token=words', 'https://audit.example.org/shop...'],
  ['https://ann:words@audit.example.org', 'https://...@audit.example.org'],
  ['https://audit.example.org/shop#words', 'https://audit.example.org/shop...'],
  ['audit.example.org', 'audit.example.org'],
])('refuses the URL %s', (wrong, shown) => {
  expect(problemsOf({ webhook: { url: wrong } }, [])).toEqual([
    `webhook.url: expected a URL with https:// and without user, query and fragment, such as "https://audit.example.org/shop", got "${shown}"`,
  ]);
});

// Proves: clusters.audit-webhook
test('refuses a token that everybody can read, and one that is no header', () => {
  expect(problemsOf({ webhook: { url, token: 'words' } }, [])).toEqual([
    "webhook.token: a secret in plain text; remove it, then pulumi -C packages/user-cluster config set --stack prod.shop --secret --path 'audit.webhook.token'",
  ]);
  const problems = problemsOf({ webhook: { url, token: 'two\nlines' } });
  expect(problems).toEqual([
    'webhook.token: expected a token without spaces, got a secret value that is not shown',
  ]);
  expect(problemsOf({ webhook: { url, token: 'words' } })).toEqual([]);
});
