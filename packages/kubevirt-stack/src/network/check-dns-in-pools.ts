// SPDX-License-Identifier: Apache-2.0
import { contains, parseRange } from '@strata/contracts';
import type { Problem } from '@strata/contracts';
import type { CheckedConfig } from '../checks/check-context.ts';

/**
 * Reports pools of which any Service could get the address of a DNS server that the machines of user
 * clusters ask. A DNS server that is itself a Service has its address in a pool with
 * `autoAssign: false`, or in one that is bound to its cluster.
 */
export function checkDnsInPools({ metallb, userClusterDefaults }: CheckedConfig): Problem[] {
  const servers = userClusterDefaults?.network?.dns.servers ?? [];
  return (metallb?.pools ?? []).flatMap(({ addresses, autoAssign, boundTo }, pool) =>
    !autoAssign || boundTo !== undefined
      ? []
      : addresses.flatMap((text, index) =>
          servers
            .filter((server) => {
              const [range, address] = [parseRange(text), parseRange(server)];
              return range !== undefined && address !== undefined && contains(range, address);
            })
            .map((server) => ({
              path: ['metallb', 'pools', pool, 'addresses', index],
              message:
                `"${text}" contains ${server}, which machines ask for names ` +
                '(userClusterDefaults.network.dns.servers), and any Service may get it; leave it out',
            })),
        ),
  );
}
