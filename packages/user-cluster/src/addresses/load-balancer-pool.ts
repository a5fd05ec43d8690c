// SPDX-License-Identifier: Apache-2.0
import { contains, parseRange } from '@strata/contracts';
import type { KubevirtStackOutputs, Problem } from '@strata/contracts';
import type { CheckContext } from '../checks/check-context.ts';

type Pool = KubevirtStackOutputs['loadBalancerPools'][number];

/** Who asks, and what the platform has. */
export type PoolQuestion = Pick<CheckContext, 'cluster' | 'platform'>;

/** The pools of load balancer addresses that a cluster may have addresses of. */
export function usablePools({ cluster, platform }: PoolQuestion): Pool[] {
  return platform.loadBalancerPools.filter(
    ({ boundTo }) => boundTo === undefined || boundTo === cluster,
  );
}

/** The pool that an address is in, whoever may use it. */
export function poolOf(address: string, { platform }: PoolQuestion): Pool | undefined {
  const wanted = parseRange(address);
  return platform.loadBalancerPools.find(({ addresses }) =>
    addresses.some((range) => {
      const parsed = parseRange(range);
      return wanted !== undefined && parsed !== undefined && contains(parsed, wanted);
    }),
  );
}

/**
 * Name of the pool of the API endpoint's address, for the Service's `metallb.io/address-pool`;
 * undefined where the address is in none, which {@link checkPoolAddress} refuses.
 */
export function endpointPool(
  context: PoolQuestion & Pick<CheckContext, 'config'>,
): string | undefined {
  const address = context.config.controlPlane?.endpoint.address;
  return address === undefined ? undefined : poolOf(address, context)?.name;
}

/** What is wrong with an address that a LoadBalancer Service of the cluster is to have. */
export function checkPoolAddress(
  address: string,
  path: Problem['path'],
  question: PoolQuestion,
): Problem[] {
  const range = parseRange(address);
  if (range === undefined || range.first !== range.last || range.family !== 'ipv4') {
    return [{ path, message: `expected one IPv4 address, got "${address}"` }];
  }
  const pool = poolOf(address, question);
  if (pool !== undefined && usablePools(question).includes(pool)) return [];
  const offered = usablePools(question)
    .map(({ name, addresses }) => `"${name}" (${addresses.join(', ')})`)
    .join(', ');
  const remedy =
    offered === ''
      ? 'the platform has no pool that this cluster may use: add one to its metallb.pools'
      : `take a free address of ${offered}`;
  const reason =
    pool === undefined
      ? `${address} is in no load balancer pool of the platform`
      : `${address} is in the load balancer pool "${pool.name}", which only the cluster "${pool.boundTo ?? ''}" may use`;
  return [{ path, message: `${reason}; ${remedy}` }];
}
