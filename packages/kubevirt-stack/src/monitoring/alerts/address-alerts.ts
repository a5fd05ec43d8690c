// SPDX-License-Identifier: Apache-2.0
import { poolInUse } from '../metrics/pool-in-use.ts';
import type { Alert } from './alert.ts';
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
    expression: () => 'max(metallb_bgp_session_up) == 0',
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
        when: 'one host has one, or addresses are announced by ARP alone',
        given: [session('a', '10.0.0.1:179', '0x20'), session('b', '10.0.0.1:179', '1x20')],
        after: 10,
        fires: [],
      },
    ],
  },
  {
    name: 'BgpSessionDown',
    expression: () => 'max by (pod, peer) (metallb_bgp_session_up) == 0',
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
