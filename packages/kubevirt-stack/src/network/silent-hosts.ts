// SPDX-License-Identifier: Apache-2.0
import type { HostFacts } from '../cluster/cluster-facts.ts';
import type { MetallbConfig } from '../config/index.ts';
import { isExcluded, selectedHosts } from './announcing-hosts.ts';
import { announcementsOf } from './render-address-pools.ts';
import type { AddressPool } from './render-address-pools.ts';

/**
 * Returns the names of hosts from which MetalLB announces no address of a pool. A Service that preserves the addresses
 * of clients (`externalTrafficPolicy: Local`) is announced only from hosts that have one of its pods, so
 * nobody reaches it while it has them on such hosts alone.
 *
 * @see https://github.com/metallb/metallb/blob/v0.16.1/speaker/layer2_controller.go (ShouldAnnounce)
 * @see https://github.com/metallb/metallb/blob/v0.16.1/speaker/bgp_controller.go (ShouldAnnounce)
 */
export function silentHosts(
  pool: AddressPool,
  metallb: MetallbConfig,
  hosts: readonly HostFacts[],
): string[] {
  const announcing = announcementsOf(pool, metallb)
    .flatMap((way) => selectedHosts(metallb, way, hosts))
    .filter((host) => metallb.excludedHosts === 'announce' || !isExcluded(host));
  const names = new Set(announcing.map(({ name }) => name));
  return hosts.map(({ name }) => name).filter((name) => !names.has(name));
}
