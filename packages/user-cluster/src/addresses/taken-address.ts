// SPDX-License-Identifier: Apache-2.0
import { isInside } from '@strata/contracts';
import type { Problem } from '@strata/contracts';
import type { CheckContext } from '../checks/check-context.ts';

/** Returns addresses that others answer for, each with its owner. */
function othersOf({ config, infra, platform }: CheckContext): [address: string, owner: string][] {
  const { api, dnsServers } = platform.clusterNetwork;
  const owned = (owner: string, addresses: readonly string[] = []) =>
    addresses.map((address): [string, string] => [address, owner]);
  return [
    ...infra.hosts.flatMap(({ addresses, name }) => owned(`the host "${name}"`, addresses)),
    ...owned('the API of the infra cluster', api?.addresses),
    ...owned('a DNS server of the machines', config.network?.dns.servers ?? dnsServers),
  ];
}

/**
 * Reports an address of a LoadBalancer Service of the cluster that a host, the API of the infra
 * cluster or a DNS server of the machines has already: MetalLB would answer for it as well.
 */
export function checkTakenAddress(
  address: string,
  path: Problem['path'],
  context: CheckContext,
): Problem[] {
  const owner = othersOf(context).find(([other]) => isInside(address, other))?.[1];
  return owner === undefined
    ? []
    : [{ path, message: `${address} is the address of ${owner}; take one that nobody has` }];
}
