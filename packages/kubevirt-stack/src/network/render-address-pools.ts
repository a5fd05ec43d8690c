// SPDX-License-Identifier: Apache-2.0
import { clusterNamespace } from '@strata/contracts';
import type { BgpPeerConfig, MetallbConfig } from '@strata/contracts';

/** Addresses that LoadBalancer Services may get. */
export type AddressPool = MetallbConfig['pools'][number];

/** A way in which the network learns where an address is. */
export type Announcement = 'l2' | 'bgp';

/** Ahead of the pools that everybody uses, with room before and after it. */
const boundPriority = 10;

/** How a pool is announced. */
export function announcementsOf(pool: AddressPool, { mode }: MetallbConfig): Announcement[] {
  const announce = pool.announce ?? mode ?? 'l2';
  return announce === 'both' ? ['l2', 'bgp'] : [announce];
}

/** Names of the pools that are announced in one way. */
export function announcedBy(way: Announcement, metallb: MetallbConfig): string[] {
  return metallb.pools
    .filter((pool) => announcementsOf(pool, metallb).includes(way))
    .map(({ name }) => name);
}

/** @see https://metallb.io/configuration/_advanced_ipaddresspool_configuration/ */
export function renderPool(pool: AddressPool): object {
  const { addresses, autoAssign, avoidBuggyIPs, boundTo, priority } = pool;
  const allocation = {
    ...(boundTo !== undefined && {
      priority: boundPriority,
      namespaces: [clusterNamespace(boundTo)],
    }),
    ...(priority !== undefined && { priority }),
  };
  return {
    addresses,
    autoAssign,
    ...(avoidBuggyIPs !== undefined && { avoidBuggyIPs }),
    ...(Object.keys(allocation).length > 0 && { serviceAllocation: allocation }),
  };
}

function onHosts(labels: Readonly<Record<string, string>> | undefined): object {
  return labels === undefined ? {} : { nodeSelectors: [{ matchLabels: labels }] };
}

/**
 * Pools are named one by one: without a list it would announce pools that others made, too.
 *
 * @see https://metallb.io/configuration/_advanced_l2_configuration/
 */
export function renderL2Advertisement({ l2 }: MetallbConfig, ipAddressPools: string[]): object {
  return {
    ipAddressPools,
    ...(l2?.interfaces !== undefined && { interfaces: l2.interfaces }),
    ...onHosts(l2?.nodeSelector),
  };
}

/**
 * Pools and routers are named one by one, as above.
 *
 * @see https://metallb.io/configuration/_advanced_bgp_configuration/
 */
export function renderBgpAdvertisement({ bgp }: MetallbConfig, ipAddressPools: string[]): object {
  const { peers = [], aggregationLength, localPref, communities } = bgp ?? {};
  return {
    ipAddressPools,
    peers: peers.map(({ name }) => name),
    ...(aggregationLength !== undefined && { aggregationLength }),
    ...(localPref !== undefined && { localPref }),
    ...(communities !== undefined && { communities }),
  };
}

/**
 * @param secretName - of the Secret that has the session's password.
 * @see https://metallb.io/apis/#bgppeer
 */
export function renderPeer(peer: BgpPeerConfig, secretName?: string): object {
  const { myASN, peerASN, peerAddress, peerPort, ebgpMultiHop, holdTimeSeconds } = peer;
  return {
    myASN,
    peerASN,
    peerAddress,
    ...(peerPort !== undefined && { peerPort }),
    ...(ebgpMultiHop !== undefined && { ebgpMultiHop }),
    ...(holdTimeSeconds !== undefined && { holdTime: `${holdTimeSeconds}s` }),
    ...(secretName !== undefined && { passwordSecret: { name: secretName } }),
    ...onHosts(peer.nodeSelector),
  };
}
