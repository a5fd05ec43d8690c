// SPDX-License-Identifier: Apache-2.0
import { poolInUse } from '../metrics/pool-in-use.ts';
import type { Alert, BgpRouter } from './alert.ts';
import { minutes } from './alert.ts';

/** Addresses of one family of a pool. */
const pool = (family: 'ipv4' | 'ipv6', inUse: number, total: number) => [
  {
    series: `metallb_allocator_${family}_addresses_in_use_total{pool="public"}`,
    values: `${inUse}x20`,
  },
  { series: `metallb_allocator_${family}_addresses_total{pool="public"}`, values: `${total}x20` },
];
const session = (pod: string, peer: string, values: string) => ({
  series: `metallb_bgp_session_up{pod="${pod}",peer="${peer}"}`,
  values,
});

const speaker = (pod: string, values = '1x30') => ({
  series: `up{namespace="metallb-system",pod="${pod}"}`,
  values,
});

/**
 * Returns an expression for speakers that answer, and say nothing of a session that they should have:
 * MetalLB deletes the measurement of a session that was down when its router was changed, two minutes
 * after it has started to measure the new one.
 *
 * @see https://github.com/metallb/metallb/blob/v0.16.1/internal/bgp/native/native.go (run, NewSession)
 */
const unmeasured =
  (namespace: string) =>
  ({ peer }: BgpRouter) =>
    `(label_replace(max by (pod) (up{namespace="${namespace}",pod=~"speaker-.*"}) == 1, "peer", "${peer}", "", "")` +
    ' unless on (pod, peer) metallb_bgp_session_up)';

/** Alerts on the addresses that MetalLB gives to Services and announces. */
export const addressAlerts: readonly Alert[] = [
  {
    name: 'AddressPoolNearlyEmpty',
    // By family, for MetalLB's sum of both overflows with a range of IPv6 that has 2^62 addresses or more.
    // A pool of one address was made for one Service, which may have it.
    expression: ({ thresholds }) =>
      (['ipv4', 'ipv6'] as const)
        .map(
          (family) =>
            `(${poolInUse(family)} > ${thresholds.addressPoolPercent / 100}` +
            ` and max by (pool) (metallb_allocator_${family}_addresses_total) > 1)`,
        )
        .join(' or '),
    forMinutes: minutes(10),
    severity: 'warning',
    summary: 'Address pool {{ $labels.pool }} is nearly used up',
    description:
      'Soon new Services and new user clusters get no address, and wait for one without an error.',
    cases: [
      {
        when: 'nine of ten addresses are in use',
        given: pool('ipv4', 9, 10),
        after: 15,
        fires: [{ pool: 'public' }],
      },
      {
        when: 'nine of ten addresses of IPv4 are in use, beside more of IPv6 than MetalLB can count',
        given: [...pool('ipv4', 9, 10), ...pool('ipv6', 9, 2 ** 63)],
        after: 15,
        fires: [{ pool: 'public' }],
      },
      {
        when: 'nine of ten addresses of IPv6 are in use, in a pool without IPv4',
        given: [...pool('ipv4', 0, 0), ...pool('ipv6', 9, 10)],
        after: 15,
        fires: [{ pool: 'public' }],
      },
      {
        when: 'the only address of a pool is in use',
        given: [...pool('ipv4', 1, 1), ...pool('ipv6', 0, 0)],
        after: 15,
        fires: [],
      },
      {
        when: 'one is',
        given: [...pool('ipv4', 1, 10), ...pool('ipv6', 0, 0)],
        after: 15,
        fires: [],
      },
    ],
  },
  {
    name: 'AddressesNotAnnounced',
    // A session that is down loses its measurement when its router is changed, and speakers that do
    // not run have none.
    expression: () => '(sum(metallb_bgp_session_up) or vector(0)) == 0',
    needs: 'bgp',
    forMinutes: minutes(5),
    severity: 'critical',
    summary: 'No router learns addresses of the platform',
    description:
      'No host has a BGP session with any router. Services with addresses that MetalLB announces by BGP, ' +
      'APIs of user clusters among them, are out of reach.',
    cases: [
      {
        when: 'no host has a session',
        given: [session('a', '10.0.0.1:179', '0x20'), session('b', '10.0.0.1:179', '0x20')],
        after: 10,
        fires: [{}],
      },
      {
        when: 'no host has one, and a router that was changed is not measured any more',
        given: [
          session('a', '10.0.0.1:179', '0x3 stale'),
          session('b', '10.0.0.1:179', '0x3 stale'),
        ],
        after: 20,
        fires: [{}],
      },
      { when: 'no speaker runs', given: [], after: 10, fires: [{}] },
      {
        when: 'one host has one',
        given: [session('a', '10.0.0.1:179', '0x20'), session('b', '10.0.0.1:179', '1x20')],
        after: 10,
        fires: [],
      },
    ],
  },
  {
    name: 'BgpSessionDown',
    expression: ({ namespaces, peers }) =>
      [
        'max by (pod, peer) (metallb_bgp_session_up) == 0',
        ...peers.filter(({ isOfAllHosts }) => isOfAllHosts).map(unmeasured(namespaces.metallb)),
      ].join(' or '),
    needs: 'bgp',
    forMinutes: minutes(10),
    severity: 'warning',
    summary: '{{ $labels.pod }} has no BGP session with {{ $labels.peer }}',
    description:
      'The router learns no addresses from this host. They are reached over other hosts and routers, if ' +
      'there are some.',
    cases: [
      {
        when: 'a host has no session with one of two routers',
        given: [session('a', '10.0.0.1:179', '0x20'), session('a', '10.0.0.2:179', '1x20')],
        after: 15,
        fires: [{ pod: 'a', peer: '10.0.0.1:179' }],
      },
      {
        when: 'the router of all hosts was changed, and one session is not measured any more',
        given: [
          speaker('speaker-a'),
          speaker('speaker-b'),
          session('speaker-a', '10.0.0.1:179', '0x3 stale'),
          session('speaker-b', '10.0.0.1:179', '1x30'),
        ],
        after: 20,
        fires: [{ pod: 'speaker-a', peer: '10.0.0.1:179' }],
      },
      {
        when: 'a host has no session with a router of other hosts, or its speaker does not answer',
        given: [
          speaker('speaker-a'),
          speaker('speaker-b', '0x30'),
          session('speaker-a', '10.0.0.1:179', '1x30'),
        ],
        after: 20,
        fires: [],
      },
      {
        when: 'a router has restarted',
        given: [session('a', '10.0.0.1:179', '1x5 0x8 1x10')],
        after: 15,
        fires: [],
      },
    ],
  },
  {
    name: 'MetallbConfigurationRefused',
    expression: () => 'max by (pod) (metallb_k8s_client_config_stale_bool) == 1',
    forMinutes: minutes(10),
    severity: 'warning',
    summary: 'MetalLB goes on with an old configuration in {{ $labels.pod }}',
    description: 'What was added since, pools and peers among it, is not in force.',
    cases: [
      {
        when: 'the last configuration was refused',
        given: [{ series: 'metallb_k8s_client_config_stale_bool{pod="a"}', values: '1x20' }],
        after: 15,
        fires: [{ pod: 'a' }],
      },
      {
        when: 'it was accepted',
        given: [{ series: 'metallb_k8s_client_config_stale_bool{pod="a"}', values: '0x20' }],
        after: 15,
        fires: [],
      },
    ],
  },
];
