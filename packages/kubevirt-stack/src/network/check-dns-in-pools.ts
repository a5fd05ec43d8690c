// SPDX-License-Identifier: Apache-2.0
import { dnsInPools } from '@strata/contracts';
import type { Problem } from '@strata/contracts';
import type { CheckedConfig } from '../checks/check-context.ts';

/** Reports pools of which any Service could get the address of a DNS server that the machines of user clusters ask. */
export function checkDnsInPools({ metallb, userClusterDefaults }: CheckedConfig): Problem[] {
  const servers = userClusterDefaults?.network?.dns.servers ?? [];
  return dnsInPools(metallb?.pools ?? [], servers).map(({ message, pool, range }) => ({
    path: ['metallb', 'pools', pool, 'addresses', range],
    message: `${message} (the server is in userClusterDefaults.network.dns.servers)`,
  }));
}
