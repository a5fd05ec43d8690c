// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { testConfig } from '../test-context.ts';
import { announceExpiry, expiryLine } from './announce-expiry.ts';

function line(expires: string | undefined, now: string, own: object = {}): string | undefined {
  const config = { ...testConfig(), expires, ...own };
  return expiryLine({ cluster: 'shop', config }, new Date(`${now}T12:00:00Z`));
}

const what =
  'Nothing deletes it by itself: if it is still needed, set user-cluster:expires to a later day; if not, delete it as docs/runbooks/delete-cluster.md says';

// Proves: clusters.expires
test('a preview warns of a cluster that ends within 14 days, and of one that is over', () => {
  expect(line('2027-01-31', '2027-01-16')).toBeUndefined();
  expect(line('2027-01-31', '2027-01-17')).toBe(
    `the user cluster "shop" expires on 2027-01-31, in 13 days. ${what}`,
  );
  expect(line('2027-01-31', '2027-01-29')).toBe(
    `the user cluster "shop" expires on 2027-01-31, in 1 day. ${what}`,
  );
  expect(line('2027-01-31', '2027-02-03')).toBe(
    `the user cluster "shop" expired on 2027-01-31, 3 days ago. ${what}`,
  );
});

// Proves: clusters.pull-requests
test('the cluster of a pull request is spoken of once it is over and still there', () => {
  const own = { pullRequest: { repository: 'acme/shop', number: 12 } };
  expect(line('2027-01-31', '2027-01-30', own)).toBeUndefined();
  expect(line('2027-01-31', '2027-02-01', own)).toBe(
    'the user cluster "shop" of the pull request acme/shop#12 expired on 2027-01-31, 1 day ago, and is still there: docs/pull-request-clusters.md says why that may be',
  );
});

test('a cluster without an end is not spoken of', () => {
  expect(line(undefined, '2027-01-31')).toBeUndefined();
});

test('previews and updates warn of a cluster that is over, and of no other', async () => {
  const warn = jest.spyOn(pulumi.log, 'warn').mockResolvedValue();
  const config = testConfig();
  await announceExpiry({ cluster: 'shop', config: { ...config, expires: '2020-01-31' } });
  await announceExpiry({ cluster: 'shop', config });
  const told = warn.mock.calls.map(([text]) => text);
  warn.mockRestore();
  expect(told).toStrictEqual([
    expect.stringMatching(/^the user cluster "shop" expired on 2020-01-31, /),
  ]);
});
