// SPDX-License-Identifier: Apache-2.0
import { inspectConfig } from '@strata/contracts';
import { z } from 'zod';
import { backup } from './backup-fields.ts';

const schema = z.strictObject({ backup });

const credentials = { accessKeyId: 'id', secretAccessKey: 'secret' };
const s3 = { endpoint: 'https://s3.example.org', bucket: 'backups', credentials };

const inspect = (value: unknown, secretKeys = ['user-cluster:backup']) =>
  inspectConfig(schema, {
    project: 'user-cluster',
    stack: 'prod.shop',
    values: { 'user-cluster:backup': JSON.stringify(value) },
    secretKeys,
  });

const problemsOf = (value: unknown) =>
  inspect(value).problems.map(({ path, message }) => `${path.slice(1).join('.')}: ${message}`);

test('a target is enough: every six hours, for thirty days', () => {
  const { problems, valid } = inspect({ target: { s3 } });
  expect(problems).toEqual([]);
  expect(valid.backup).toEqual({
    schedule: '0 */6 * * *',
    target: { s3: { ...s3, allowHttp: false, region: 'us-east-1' } },
    retention: { days: 30 },
    encryption: {},
  });
});

// Proves: volumes.backup
test('snapshots of volumes are taken once a day, and kept for seven days', () => {
  expect(inspect({ target: { s3 }, volumes: {} }).valid.backup?.volumes).toEqual({
    schedule: '0 2 * * *',
    retention: { days: 7 },
  });
  expect(problemsOf({ target: { s3 }, volumes: { schedule: '@daily', retention: {} } })).toEqual([
    'volumes.schedule: expected five parts with spaces between, like "0 */6 * * *": minute, hour, day, month, day of the week, got a secret value that is not shown',
    'volumes.retention: keeps nothing; say count or days',
  ]);
});

test('a cluster without backups has nothing of them', () => {
  const { problems, valid } = inspectConfig(schema, {
    project: 'user-cluster',
    stack: 'prod.shop',
    values: {},
    secretKeys: [],
  });
  expect(problems).toEqual([]);
  expect(valid).toEqual({});
});

test.each(['*/15 * * * *', '5 2 * * 1-5', '0,30 0-6/2 1,15 JAN-MAR/2 SUN', '59 23 31 12 6'])(
  '"%s" is a schedule',
  (schedule) => {
    expect(problemsOf({ schedule, target: { s3 } })).toEqual([]);
  },
);

test.each([
  '@daily',
  '* * * *',
  '0 0 * * * *',
  '60 * * * *',
  '0 24 * * *',
  '0 0 0 * *',
  '0 0 * 13 *',
  '0 0 * * 7',
  '0 0 L * *',
  '*/0 * * * *',
  '5/15 * * * *',
  'TZ=UTC 0 0 * * *',
  '0 0 * * *\n',
])('%j is no schedule', (schedule) => {
  expect(inspect({ schedule, target: { s3 } }).problems.map(({ path }) => path)).toEqual([
    ['backup', 'schedule'],
  ]);
});

test('tells all problems at once, each with its path, and no secret', () => {
  const value = {
    schedule: 'daily',
    target: {
      s3: {
        endpoint: 'ftp://s3.example.org',
        bucket: 'B',
        prefix: '/x/',
        addresses: [],
        authority: 'none',
        credentials: { ...credentials, secretName: 'keys' },
      },
    },
    retention: { count: 0, days: 0 },
    encryption: { password: 'short-password' },
  };
  expect(problemsOf(value)).toEqual([
    'schedule: expected five parts with spaces between, like "0 */6 * * *": minute, hour, day, month, day of the week, got a secret value that is not shown',
    'target.s3.endpoint: expected an address like "https://s3.example.org" or "https://s3.example.org:9000", got a secret value that is not shown',
    'target.s3.bucket: expected the name of a bucket: 3 to 63 lower-case letters, digits, dots and dashes, got a secret value that is not shown',
    'target.s3.prefix: expected the path of a folder, without "/" at its ends, got a secret value that is not shown',
    'target.s3.addresses: expected a list of ranges of IPv4 addresses like "10.200.10.0/24", got a secret value that is not shown',
    'target.s3.authority: expected certificates in PEM, got a secret value that is not shown',
    'target.s3.credentials: has secretName and a key; keep one of the two',
    'retention.count: expected a whole number of 1 or more, got a secret value that is not shown',
    'retention.days: expected a whole number of 1 or more, got a secret value that is not shown',
    'encryption.password: expected a password of at least 20 characters, got a secret value that is not shown',
  ]);
});

test('refuses what cannot work', () => {
  const http = { ...s3, endpoint: 'http://10.0.0.9:9000' };
  const authority = '-----BEGIN CERTIFICATE-----\nMII\n-----END CERTIFICATE-----\n';
  expect(problemsOf({ target: { s3: http } })).toEqual([
    'target.s3.endpoint: is not encrypted on its way; take https://, or say allowHttp: true where the network is trusted',
  ]);
  expect(problemsOf({ target: { s3: { ...http, allowHttp: true } } })).toEqual([]);
  expect(problemsOf({ target: { s3: { ...http, allowHttp: true, authority } } })).toEqual([
    'target.s3.authority: has no effect with http://; remove it',
  ]);
  expect(problemsOf({ target: { s3: { ...s3, authority } } })).toEqual([]);
  const key = '-----BEGIN PRIVATE KEY-----\nMII\n-----END PRIVATE KEY-----\n';
  expect(problemsOf({ target: { s3: { ...s3, authority: authority + key } } })).toEqual([
    'target.s3.authority: expected certificates in PEM, got a secret value that is not shown',
  ]);
  expect(problemsOf({ target: {} })).toEqual(['target: names no place; say s3 or volume']);
  expect(problemsOf({ target: { s3, volume: { sizeGiB: 10 } } })).toEqual([
    'target: has s3 and volume; keep one of the two',
  ]);
  expect(problemsOf({ target: { volume: { sizeGiB: 0 } } })).toEqual([
    'target.volume.sizeGiB: expected a whole number of 1 or more, got a secret value that is not shown',
  ]);
  expect(problemsOf({ target: { s3 }, retention: {} })).toEqual([
    'retention: keeps nothing; say count or days',
  ]);
  const { accessKeyId } = credentials;
  expect(problemsOf({ target: { s3: { ...s3, credentials: { accessKeyId } } } })).toEqual([
    'target.s3.credentials: needs accessKeyId and secretAccessKey, or secretName',
  ]);
  const both = { accessKeyId, secretName: 'keys' };
  expect(problemsOf({ target: { s3: { ...s3, credentials: both } } })).toEqual([
    'target.s3.credentials: has secretName and a key; keep one of the two',
  ]);
});

test('secrets must be encrypted in the file, and only they', () => {
  expect(inspect({ target: { s3 } }, []).problems).toEqual([
    {
      path: ['backup', 'target', 's3', 'credentials', 'secretAccessKey'],
      message:
        'a secret in plain text; remove it, then ' +
        "pulumi -C packages/user-cluster config set --stack prod.shop --secret --path 'backup.target.s3.credentials.secretAccessKey'",
    },
  ]);
  const named = { ...s3, credentials: { secretName: 'keys' } };
  expect(inspect({ target: { s3: named } }, []).problems).toEqual([]);
});
