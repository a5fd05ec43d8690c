// SPDX-License-Identifier: Apache-2.0
import { isInside } from './config/address-range.ts';
import { isReservedPool } from './reserved-pool.ts';
import type { PoolUse } from './reserved-pool.ts';

/** Address range of a pool that has the address of a DNS server. */
export interface DnsInPool {
  /** Position of the pool, and that of the range in its `addresses`. */
  readonly pool: number;
  readonly range: number;
  readonly server: string;
  readonly message: string;
}

/**
 * Returns where any Service could get the address of a DNS server that machines ask. Also a DNS server that
 * is a Service, with its address in an annotation, has it only while it runs: whenever it is made anew,
 * another Service may come first.
 *
 * @param servers - addresses of DNS servers.
 */
export function dnsInPools(
  pools: readonly (PoolUse & { readonly addresses: readonly string[] })[],
  servers: readonly string[],
): DnsInPool[] {
  return pools.flatMap((use, pool) =>
    isReservedPool(use)
      ? []
      : use.addresses.flatMap((text, range) =>
          servers
            .filter((server) => isInside(server, text))
            .map((server) => ({
              pool,
              range,
              server,
              message:
                `${text} contains ${server}, a DNS server that machines ask, and any Service may get it; ` +
                'leave it out, and if the server is a Service itself, add a pool of this address with autoAssign: false',
            })),
        ),
  );
}
