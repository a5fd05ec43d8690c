// SPDX-License-Identifier: Apache-2.0
import { clusterItself, credentialSeries } from '@strata/contracts/credential-series';
import { expiriesOf } from './expiries.ts';

const now = Date.parse('2027-01-01T12:00:00Z');
const at = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1_000;

/** As user-cluster's render-credential-rules.ts writes them. */
const rulesOf = (cluster: string, credential: string, end: string, warningDays: number) => [
  { record: credentialSeries.end, expr: end, labels: { cluster, credential } },
  {
    record: credentialSeries.warning,
    expr: `vector(${warningDays * 86_400})`,
    labels: { cluster, credential },
  },
];

const list = (...rules: object[]) =>
  JSON.stringify({ items: [{ spec: { groups: [{ rules }] } }, { spec: {} }] });

// Proves: clusters.expires
test('the end of a cluster itself is one of them', () => {
  const text = list(...rulesOf('shop', clusterItself, `vector(${at('2027-01-31')})`, 14));
  expect(expiriesOf(text, now)).toEqual([
    {
      cluster: 'shop',
      credential: 'the cluster itself',
      ends: '2027-01-31',
      days: 29,
      told: '2027-01-17',
    },
  ]);
});

// Proves: clusters.pull-requests
test('of the end of a pull request’s cluster the alert tells a day later', () => {
  const text = list(...rulesOf('pr-12', clusterItself, `vector(${at('2027-01-31')})`, -1));
  expect(expiriesOf(text, now)).toMatchObject([{ ends: '2027-01-31', told: '2027-02-01' }]);
});

test('the next end comes first, with the days until then and the day of the alert', () => {
  const text = list(
    ...rulesOf('shop', 'authority', `vector(${at('2036-01-01')})`, 121),
    ...rulesOf('shop', 'join token', `vector(${at('2027-01-11')})`, 5),
    ...rulesOf('reports', 'join token', `vector(${at('2026-12-31')})`, 5),
    { record: 'something else', expr: 'vector(1)' },
  );
  expect(expiriesOf(text, now)).toEqual([
    {
      cluster: 'reports',
      credential: 'join token',
      ends: '2026-12-31',
      days: -2,
      told: '2026-12-26',
    },
    { cluster: 'shop', credential: 'join token', ends: '2027-01-11', days: 9, told: '2027-01-06' },
    {
      cluster: 'shop',
      credential: 'authority',
      ends: '2036-01-01',
      days: 3286,
      told: '2035-09-02',
    },
  ]);
});

test('what is as old as its machine has no day, and comes last', () => {
  const made = 'max(kubevirt_vm_create_date_timestamp_seconds{name="cp-0"}) + 157680000';
  const text = list(
    ...rulesOf('shop', 'certificates of cp-0', made, 90),
    ...rulesOf('shop', 'join token', `vector(${at('2027-01-11')})`, 5),
  );
  expect(expiriesOf(text, now)[1]).toEqual({ cluster: 'shop', credential: 'certificates of cp-0' });
});

test('a platform without rules has none', () => {
  expect(expiriesOf('{}', now)).toEqual([]);
});
