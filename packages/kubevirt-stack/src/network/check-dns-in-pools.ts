// SPDX-License-Identifier: Apache-2.0
import { isInside, isReservedPool } from '@strata/contracts';
import type { Problem } from '@strata/contracts';
import type { CheckedConfig } from '../checks/check-context.ts';

/**
 * Reports pools of which any Service could get the address of a DNS server that the machines of user
 * clusters ask. A DNS server that is itself a Service has its address in a pool with
 * `autoAssign: false`, or in one that is bound to its cluster.
 */
export function checkDnsInPools({ metallb, userClusterDefaults }: CheckedConfig): Problem[] {
  const servers = userClusterDefaults?.network?.dns.servers ?? [];
  return (metallb?.pools ?? []).flatMap((pool, number) =>
    isReservedPool(pool)
      ? []
      : pool.addresses.flatMap((text, index) =>
          servers
            .filter((server) => isInside(server, text))
            .map((server) => ({
              path: ['metallb', 'pools', number, 'addresses', index],
              message:
                `"${text}" contains ${server}, which machines ask for names ` +
                '(userClusterDefaults.network.dns.servers), and any Service may get it; leave it out',
            })),
        ),
  );
}
