// SPDX-License-Identifier: Apache-2.0
import { isBuggyAddress, isInside, isReservedPool, parseRange } from '@strata/contracts';
import type { KubevirtStackOutputs, Problem } from '@strata/contracts';
import { blocksOf } from './blocks-of.ts';
import type { CheckContext } from '../checks/check-context.ts';

type Pool = KubevirtStackOutputs['loadBalancerPools'][number];

/** The cluster that needs addresses, and the pools of the platform. */
export interface PoolQuestion {
  readonly cluster: CheckContext['cluster'];
  readonly platform: Pick<CheckContext['platform'], 'loadBalancerPools'>;
}

/** Returns the load balancer pools that a cluster may take addresses from. */
function usablePools({ cluster, platform }: PoolQuestion): Pool[] {
  return platform.loadBalancerPools.filter(
    ({ boundTo }) => boundTo === undefined || boundTo === cluster,
  );
}

/** Addresses that Services inside a cluster may request by themselves. */
export interface TenantAddresses {
  /** CIDRs. */
  readonly addresses: readonly string[];
  /** Names of pools. */
  readonly pools: readonly string[];
}

/**
 * Returns what Services inside a cluster may request: the pools that are bound to the cluster, and those
 * that any Service gets addresses of. A pool without automatic assignment that is bound to no cluster is
 * for the owner of the platform, for example for the endpoints of clusters.
 */
export function tenantAddresses(question: PoolQuestion): TenantAddresses {
  const pools = usablePools(question).filter(
    ({ autoAssign, boundTo }) => autoAssign || boundTo !== undefined,
  );
  return {
    addresses: pools.flatMap(({ addresses }) => addresses).flatMap(toBlocks),
    pools: pools.map(({ name }) => name),
  };
}

/** Returns the CIDRs of a range as a pool lists it; none for a text that is no range. */
export function toBlocks(text: string): string[] {
  const range = parseRange(text);
  return range === undefined ? [] : blocksOf(range);
}

/** Returns the pool that contains an address, whoever may use it. */
export function poolOf(address: string, { platform }: PoolQuestion): Pool | undefined {
  return platform.loadBalancerPools.find(({ addresses }) =>
    addresses.some((range) => isInside(address, range)),
  );
}

/**
 * Returns the name of the pool that contains the API endpoint's address, for the Service's
 * `metallb.io/address-pool`; undefined where no pool contains it, which {@link checkPoolAddress}
 * refuses.
 */
export function endpointPool(
  context: PoolQuestion & Pick<CheckContext, 'config'>,
): string | undefined {
  const address = context.config.controlPlane?.endpoint.address;
  return address === undefined ? undefined : poolOf(address, context)?.name;
}

/**
 * Returns the problems of an address that a LoadBalancer Service of the cluster is to have. An address
 * of a pool that any Service gets addresses of may be taken before the cluster is made.
 */
export function checkPoolAddress(
  address: string,
  path: Problem['path'],
  question: PoolQuestion,
): Problem[] {
  const range = parseRange(address);
  const pool = poolOf(address, question);
  const usable = usablePools(question).find((one) => one === pool);
  if (usable?.avoidBuggyIPs === true && range !== undefined && isBuggyAddress(range)) {
    const message =
      `${address} is in the load balancer pool "${usable.name}", which leaves out addresses that end in ` +
      '.0 or .255 (avoidBuggyIPs); take another one';
    return [{ path, message }];
  }
  if (usable !== undefined && isReservedPool(usable)) return [];
  const offered = usablePools(question)
    .filter(isReservedPool)
    .map(({ name, addresses }) => `"${name}" (${addresses.join(', ')})`)
    .join(', ');
  const remedy =
    offered === ''
      ? 'the platform has no pool of such addresses: add one with autoAssign: false to its metallb.pools'
      : `take a free address of ${offered}`;
  return [{ path, message: `${reasonFor(address, pool, usable !== undefined)}; ${remedy}` }];
}

function reasonFor(address: string, pool: Pool | undefined, isUsable: boolean): string {
  if (pool === undefined) return `${address} is in no load balancer pool of the platform`;
  const place = `${address} is in the load balancer pool "${pool.name}"`;
  return isUsable
    ? `${place}, of which any Service gets addresses, so another may have it first`
    : `${place}, which only the cluster "${pool.boundTo ?? ''}" may use`;
}
