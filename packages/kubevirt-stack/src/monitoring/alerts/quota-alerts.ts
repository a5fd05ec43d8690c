// SPDX-License-Identifier: Apache-2.0
import { clusterNamespace } from '@strata/contracts';
import type { Alert } from './alert.ts';
import { minutes } from './alert.ts';

/** Objects that users of a cluster add by themselves: volumes, and snapshots of them. */
const volumes = 'requests.storage|persistentvolumeclaims|count/volumesnapshots.+';

const quota = (type: 'hard' | 'used') =>
  `max by (namespace, resource) (kube_resourcequota{namespace=~"${clusterNamespace('.+')}",` +
  `resource=~"${volumes}",type="${type}"})`;

/** Returns the series of a quota for 100 of something. */
const ofShop = (used: string, resource = 'requests.storage', namespace = 'cluster-shop') =>
  (
    [
      ['hard', '100x60'],
      ['used', used],
    ] as const
  ).map(([type, values]) => ({
    series: `kube_resourcequota{resourcequota="cluster",namespace="${namespace}",resource="${resource}",type="${type}"}`,
    values,
  }));

/** Alerts on quotas of user clusters: a volume beyond them stops all plugging on its machine. */
export const quotaAlerts: readonly Alert[] = [
  {
    name: 'UserClusterVolumesNearQuota',
    expression: () => `${quota('used')} / ${quota('hard')} > 0.9`,
    // CDI has a second claim while it fills a volume.
    forMinutes: minutes(30),
    severity: 'warning',
    summary: 'The quota of {{ $labels.namespace }} for {{ $labels.resource }} is nearly used up',
    description:
      'Soon a new volume or snapshot gets no storage. While a machine is to get such a volume, ' +
      'KubeVirt plugs no other volume into it and unplugs none.',
    cases: [
      {
        when: 'nine tenths of the storage are exceeded for half an hour',
        given: ofShop('91x60'),
        after: 31,
        fires: [{ namespace: 'cluster-shop', resource: 'requests.storage' }],
      },
      {
        when: 'there are hardly any more snapshots to take',
        given: ofShop('95x60', 'count/volumesnapshots.snapshot.storage.k8s.io'),
        after: 31,
        fires: [
          {
            namespace: 'cluster-shop',
            resource: 'count/volumesnapshots.snapshot.storage.k8s.io',
          },
        ],
      },
      {
        when: 'volumes are filled for twenty minutes',
        given: ofShop('95x20 60x40'),
        after: 31,
        fires: [],
      },
      {
        when: 'exactly nine tenths are used',
        given: ofShop('90x60'),
        after: 31,
        fires: [],
      },
      {
        when: 'machines need the CPUs of their quota, which the stack calculates',
        given: ofShop('100x60', 'requests.cpu'),
        after: 31,
        fires: [],
      },
      {
        when: 'the quota is not that of a user cluster',
        given: ofShop('95x60', 'requests.storage', 'shop'),
        after: 31,
        fires: [],
      },
    ],
  },
];
