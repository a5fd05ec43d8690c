// SPDX-License-Identifier: Apache-2.0
import { clusterNamespace } from '@strata/contracts';
import type { BgpPeerConfig, MetallbConfig } from '../config/index.ts';

/** Addresses that LoadBalancer Services may get. */
export type AddressPool = MetallbConfig['pools'][number];

/** How the network learns where an address is: by ARP or by BGP. */
export type Announcement = 'l2' | 'bgp';

/**
 * Priority of a pool that is bound to one user cluster: before the shared pools, with room on both
 * sides.
 */
const boundPriority = 10;

/** Returns how a pool is announced. */
export function announcementsOf(pool: AddressPool, { mode }: MetallbConfig): Announcement[] {
  const announce = pool.announce ?? mode ?? 'l2';
  return announce === 'both' ? ['l2', 'bgp'] : [announce];
}

/** Returns the names of the pools that are announced in one way. */
export function announcedBy(way: Announcement, metallb: MetallbConfig): string[] {
  return metallb.pools
    .filter((pool) => announcementsOf(pool, metallb).includes(way))
    .map(({ name }) => name);
}

/**
 * Returns the spec of an IPAddressPool.
 * @see https://metallb.io/configuration/_advanced_ipaddresspool_configuration/
 */
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
 * Returns the spec of an L2Advertisement. It lists its pools: without a list it would announce the
 * pools of others, too.
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
 * Returns the spec of a BGPAdvertisement. It lists its pools and routers, for the same reason.
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
 * Returns the spec of a BGPPeer.
 *
 * @param secretName - name of the Secret with the session's password.
 * @see https://metallb.io/apis/#bgppeer
 */
export function renderPeer(peer: BgpPeerConfig, secretName?: string): object {
  const { myASN, peerASN, peerAddress, peerPort, holdTimeSeconds } = peer;
  return {
    myASN,
    peerASN,
    peerAddress,
    ...(peerPort !== undefined && { peerPort }),
    ...(holdTimeSeconds !== undefined && { holdTime: `${holdTimeSeconds}s` }),
    ...(secretName !== undefined && { passwordSecret: { name: secretName } }),
    ...onHosts(peer.nodeSelector),
  };
}

/** Returns the routers by the names that MetalLB's measurements give them. */
export function renderRouters(bgp: MetallbConfig['bgp']) {
  return (bgp?.peers ?? []).map(({ peerAddress, peerPort = 179, nodeSelector = {} }) => ({
    peer: `${peerAddress}:${peerPort}`,
    isOfAllHosts: Object.keys(nodeSelector).length === 0,
  }));
}
