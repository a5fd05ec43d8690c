// SPDX-License-Identifier: Apache-2.0
import { clusterItself, credentialSeries } from '@strata/contracts';
import type { Alert, TestSeries } from './alert.ts';
import { minutes } from './alert.ts';

const day = 86_400;

const credential = { cluster: 'shop', credential: 'join token' };
const wholeCluster = { cluster: 'shop', credential: clusterItself };

/** Returns the series of something of a user cluster that ends after a number of seconds. */
function ending(seconds: number, of = credential, warningDays = 5): TestSeries[] {
  const labels = `{cluster="${of.cluster}",credential="${of.credential}"}`;
  return [
    { series: `${credentialSeries.end}${labels}`, values: `${seconds}x30` },
    { series: `${credentialSeries.warning}${labels}`, values: `${warningDays * day}x30` },
  ];
}

/** Returns the expression that is true once the warning time of what a selector finds has begun. */
function endsSoon(selector: string): string {
  return (
    `min by (cluster, credential) (${credentialSeries.end}{${selector}}) - time()` +
    ` <= max by (cluster, credential) (${credentialSeries.warning})`
  );
}

/** Alerts on what ends in a user cluster, by the ends that its stack has recorded. */
export const endingAlerts: readonly Alert[] = [
  {
    name: 'UserClusterCredentialEnding',
    // The expression does not fluctuate, so it needs no hold time: the alert lasts as long as it is
    // true.
    expression: () => endsSoon(`credential!="${clusterItself}"`),
    forMinutes: minutes(0),
    severity: 'warning',
    summary: 'The {{ $labels.credential }} of user cluster {{ $labels.cluster }} ends soon',
    description:
      'Updates of its stack renew it in time, and none has: the daily deployment does not run, or ' +
      'fails. Whoever uses it is locked out when it ends.',
    cases: [
      {
        when: 'five days are left of the last ones in which updates renew it',
        given: ending(5 * day + 600),
        after: 10,
        fires: [credential],
      },
      {
        when: 'it has ended',
        given: ending(60),
        after: 10,
        fires: [credential],
      },
      {
        when: 'more is left, by a minute',
        given: ending(5 * day + 600),
        after: 9,
        fires: [],
      },
      {
        when: 'it is the cluster itself that ends',
        given: ending(60, wholeCluster),
        after: 10,
        fires: [],
      },
    ],
  },
  {
    name: 'UserClusterExpiring',
    // As above, it lasts as long as it is true.
    expression: () => endsSoon(`credential="${clusterItself}"`),
    forMinutes: minutes(0),
    severity: 'warning',
    summary: 'User cluster {{ $labels.cluster }} expires soon, or has expired',
    description:
      'Its file says that nobody needs it from that day on. Nothing deletes it by itself: somebody ' +
      'decides whether it stays.',
    cases: [
      {
        when: '14 days are left',
        given: ending(14 * day + 600, wholeCluster, 14),
        after: 10,
        fires: [wholeCluster],
      },
      {
        when: 'it has expired',
        given: ending(60, wholeCluster, 14),
        after: 10,
        fires: [wholeCluster],
      },
      {
        when: 'more is left, by a minute',
        given: ending(14 * day + 600, wholeCluster, 14),
        after: 9,
        fires: [],
      },
      {
        when: 'it is a join token that ends',
        given: ending(60),
        after: 10,
        fires: [],
      },
    ],
  },
];
