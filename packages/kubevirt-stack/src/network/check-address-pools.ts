// SPDX-License-Identifier: Apache-2.0
import { contains, overlaps, parseRange, shortestPrefix, unusableRange } from '@strata/contracts';
import type { AddressRange, Problem } from '@strata/contracts';
import type { InfraFacts } from '../checks/check-context.ts';
import { repeatedNames } from '../checks/repeated-names.ts';
import type { ClusterFacts } from '../cluster/cluster-facts.ts';
import type { MetallbConfig } from '../config/index.ts';
import { infraAddresses } from './infra-addresses.ts';
import { announcedBy, announcementsOf } from './render-address-pools.ts';
import { checkAnnouncingHosts } from './check-announcing-hosts.ts';
import { checkLivePools } from './check-live-pools.ts';
import { checkAggregation } from './check-aggregation.ts';
import { checkPeers } from './check-peers.ts';
import { checkSilentInterfaces } from './check-silent-interfaces.ts';

/** A range of addresses, with its text and its place in the configuration. */
interface Listed {
  readonly text: string;
  readonly path: Problem['path'];
  readonly range: AddressRange;
}

function listed(texts: readonly string[], path: Problem['path']): Listed[] {
  return texts.flatMap((text, index) => {
    const range = parseRange(text);
    return range === undefined ? [] : [{ text, path: [...path, index], range }];
  });
}

/** Returns a path as text, such as `metallb.pools[0].addresses[1]`. */
function placeOf(path: Problem['path']): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .slice(1);
}

function poolAddresses({ pools }: MetallbConfig): Listed[] {
  return pools.flatMap(({ addresses }, index) =>
    listed(addresses, ['metallb', 'pools', index, 'addresses']),
  );
}

function overlappingPools(metallb: MetallbConfig): Problem[] {
  const all = poolAddresses(metallb);
  return all.flatMap(({ text, path, range }, index) =>
    all
      .slice(0, index)
      .filter((earlier) => overlaps(earlier.range, range))
      .map((earlier) => ({
        path,
        message: `"${text}" overlaps "${earlier.text}", which is ${placeOf(earlier.path)}; an address can be in one pool only`,
      })),
  );
}

/** Reports addresses that no host can announce. */
function unusableAddresses(metallb: MetallbConfig): Problem[] {
  return poolAddresses(metallb).flatMap(({ text, path, range }) => {
    const other = unusableRange(range);
    if (other === undefined) return [];
    return [{ path, message: `"${text}" overlaps ${other.cidr}, ${other.what}; leave it out` }];
  });
}

function reservedAddresses(metallb: MetallbConfig): Problem[] {
  const reserved = listed(metallb.reserved ?? [], ['metallb', 'reserved']);
  return poolAddresses(metallb).flatMap(({ text, path, range }) =>
    reserved
      .filter((other) => overlaps(other.range, range))
      .map((other) => ({
        path,
        message: `"${text}" ${contains(range, other.range) ? 'contains' : 'overlaps'} "${other.text}", which is reserved by ${placeOf(other.path)}; leave it out`,
      })),
  );
}

/** Reports pools that would give the address of a host or of the infra cluster's API to a Service. */
function addressesOfInfra(metallb: MetallbConfig, infra: InfraFacts | undefined): Problem[] {
  const taken = infra === undefined ? [] : infraAddresses(infra);
  return poolAddresses(metallb).flatMap(({ text, path, range }) =>
    taken.flatMap(([address, owner]) => {
      const own = parseRange(address);
      return own === undefined || !contains(range, own)
        ? []
        : [{ path, message: `"${text}" contains ${address}, which ${owner} has; leave it out` }];
    }),
  );
}

/**
 * Reports errors for BGP pools that MetalLB's native backend refuses when it reads its
 * configuration; it would then drop the whole configuration.
 */
function unfitForBgp(metallb: MetallbConfig): Problem[] {
  const length = metallb.bgp?.aggregationLength;
  return metallb.pools.flatMap((pool, index) => {
    if (!announcementsOf(pool, metallb).includes('bgp')) return [];
    return listed(pool.addresses, ['metallb', 'pools', index, 'addresses']).flatMap(
      ({ text, path, range }): Problem[] => {
        if (range.family === 'ipv6') {
          return [
            {
              path,
              message: `MetalLB's own BGP does not announce IPv6 such as "${text}"; put it into a pool with announce: l2`,
            },
          ];
        }
        return length !== undefined && length < shortestPrefix(range)
          ? [
              {
                path: ['metallb', 'bgp', 'aggregationLength'],
                message: `no block of "${text}" in pool "${pool.name}" is as large as a /${length}; choose ${shortestPrefix(range)} or more`,
              },
            ]
          : [];
      },
    );
  });
}

/**
 * Reports an error for BGP pools without routers, and for settings of `l2` or `bgp` that no pool
 * uses.
 */
function announcements(metallb: MetallbConfig): Problem[] {
  const byBgp = announcedBy('bgp', metallb);
  const problems: Problem[] = [];
  if (byBgp.length > 0 && (metallb.bgp?.peers ?? []).length === 0) {
    problems.push({
      path: ['metallb', 'bgp', 'peers'],
      message: `no router would learn the addresses of ${byBgp.map((name) => `pool "${name}"`).join(', ')}; add a router, or set announce: l2`,
    });
  }
  for (const way of ['l2', 'bgp'] as const) {
    if (metallb[way] !== undefined && announcedBy(way, metallb).length === 0) {
      problems.push({
        path: ['metallb', way],
        message: `has no effect, because no pool is announced by ${way}; remove it, or set mode or the pool's announce`,
      });
    }
  }
  return problems;
}

/**
 * Reports an error if kube-proxy is in IPVS mode without strictARP: IPVS puts all addresses on
 * every host, so every host would answer ARP for all of them.
 */
function looseArp(metallb: MetallbConfig, cluster: ClusterFacts | undefined): Problem[] {
  const kubeProxy = cluster?.kubeProxy;
  if (kubeProxy?.mode !== 'ipvs' || kubeProxy.strictARP) return [];
  if (announcedBy('l2', metallb).length === 0) return [];
  return [
    {
      path: ['metallb'],
      message:
        'kube-proxy of the infra cluster is in IPVS mode without strictARP, so every host would answer for ' +
        'every address; set ipvs.strictARP: true in the ConfigMap kube-system/kube-proxy and restart it',
    },
  ];
}

/**
 * Checks `metallb`.
 *
 * @param infra - outputs of the infra stack; undefined if they are not known.
 */
export function checkAddressPools(
  metallb: MetallbConfig,
  cluster: ClusterFacts | undefined,
  infra?: InfraFacts,
): Problem[] {
  return [
    ...repeatedNames('metallb.pools', metallb.pools),
    ...overlappingPools(metallb),
    ...checkLivePools(metallb, cluster),
    ...unusableAddresses(metallb),
    ...reservedAddresses(metallb),
    ...addressesOfInfra(metallb, infra),
    ...unfitForBgp(metallb),
    ...checkAggregation(metallb, infra),
    ...announcements(metallb),
    ...checkPeers(metallb.bgp),
    ...checkSilentInterfaces(metallb, infra),
    ...looseArp(metallb, cluster),
    ...checkAnnouncingHosts(metallb, cluster),
  ];
}
