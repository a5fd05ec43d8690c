// SPDX-License-Identifier: Apache-2.0
import { contains, overlaps, parseRange, shortestPrefix } from '@strata/contracts';
import type { AddressRange, Problem } from '@strata/contracts';
import type { InfraFacts } from '../checks/check-context.ts';
import type { MetallbConfig } from '../config/index.ts';
import { infraAddresses } from './infra-addresses.ts';
import { announcementsOf } from './render-address-pools.ts';

/** Returns the network of a prefix length that contains an address of IPv4. */
function networkOf(address: bigint, length: number): bigint {
  const size = 1n << BigInt(32 - length);
  return address - (address % size);
}

/** Returns the parts of the outermost announced networks that a range does not have itself. */
function drawnBy({ first, last }: AddressRange, length: number): AddressRange[] {
  const size = 1n << BigInt(32 - length);
  const before = { family: 'ipv4' as const, first: networkOf(first, length), last: first - 1n };
  const after = {
    family: 'ipv4' as const,
    first: last + 1n,
    last: networkOf(last, length) + size - 1n,
  };
  return [before, after].filter((range) => range.first <= range.last);
}

/** Returns addresses that belong to others than a pool, each with its owner. */
function others(metallb: MetallbConfig, pool: string, infra: InfraFacts | undefined) {
  return [
    ...(infra === undefined ? [] : infraAddresses(infra)),
    ...(metallb.bgp?.peers ?? []).map(
      ({ name, peerAddress }) => [peerAddress, `the router "${name}"`] as const,
    ),
    ...(metallb.reserved ?? []).map((text) => [text, 'metallb.reserved'] as const),
    ...metallb.pools
      .filter(({ name }) => name !== pool)
      .flatMap(({ addresses, name }) =>
        addresses.map((text) => [text, `the pool "${name}"`] as const),
      ),
  ];
}

/**
 * Reports addresses of others that `bgp.aggregationLength` would draw to the hosts: MetalLB announces the
 * whole network around each address that it has given, also where the pool has a part of it alone.
 *
 * @see https://github.com/metallb/metallb/blob/v0.16.1/speaker/bgp_controller.go (SetBalancer)
 */
export function checkAggregation(metallb: MetallbConfig, infra: InfraFacts | undefined): Problem[] {
  const length = metallb.bgp?.aggregationLength;
  if (length === undefined || length === 32) return [];
  return metallb.pools
    .filter((pool) => announcementsOf(pool, metallb).includes('bgp'))
    .flatMap(({ addresses, name }) =>
      addresses.flatMap((text): Problem[] => {
        const range = parseRange(text);
        // A range without a block of this length has a problem of its own.
        if (range?.family !== 'ipv4' || length < shortestPrefix(range)) return [];
        const drawn = drawnBy(range, length);
        const taken = others(metallb, name, infra).filter(([address]) => {
          const own = parseRange(address);
          return (
            own !== undefined &&
            !contains(range, own) &&
            drawn.some((network) => overlaps(network, own))
          );
        });
        if (taken.length === 0) return [];
        const owners = taken.map(([address, owner]) => `${address} of ${owner}`).join(', ');
        return [
          {
            path: ['metallb', 'bgp', 'aggregationLength'],
            message: `the /${length} around "${text}" of pool "${name}" are announced as a whole, and with them ${owners}; give the pool whole networks of this length, or choose a larger number`,
          },
        ];
      }),
    );
}
