// SPDX-License-Identifier: Apache-2.0
import type { Problem } from '@strata/contracts';
import { repeatedNames } from '../checks/repeated-names.ts';
import type { MetallbConfig } from '../config/index.ts';

/** Maximum of each half of a BGP community. */
const largestHalf = 65_535;

/**
 * Reports communities that MetalLB's webhook refuses: too large, or the same one twice.
 *
 * @see https://github.com/metallb/metallb/blob/v0.16.1/internal/config/config.go (validateDuplicate)
 */
function checkCommunities(communities: readonly string[]): Problem[] {
  const all = communities.map((community) => ({
    community,
    halves: community.split(':').map(Number),
  }));
  return all.flatMap(({ community, halves: [high = 0, low = 0] }, index): Problem[] => {
    const path = ['metallb', 'bgp', 'communities', index];
    if (Math.max(high, low) > largestHalf) {
      return [{ path, message: `both numbers of "${community}" must be at most ${largestHalf}` }];
    }
    const first = all.findIndex(({ halves }) => halves[0] === high && halves[1] === low);
    return first < index
      ? [
          {
            path,
            message: `"${community}" is metallb.bgp.communities[${first}] already; remove it`,
          },
        ]
      : [];
  });
}

type Peer = NonNullable<MetallbConfig['bgp']>['peers'][number];

/** Whether no host has both sessions, by one label that they want with other values. */
function areApart(a: Peer, b: Peer): boolean {
  return Object.entries(a.nodeSelector ?? {}).some(([key, value]) => {
    const other = b.nodeSelector?.[key];
    return other !== undefined && other !== value;
  });
}

/**
 * Reports a host that would open two sessions to one router. An address that routers share, such as
 * that of the gateway of each rack, may be there once for the hosts of each.
 */
function secondSessions(peers: readonly Peer[]): Problem[] {
  return peers.flatMap((peer, index): Problem[] => {
    const first = peers.findIndex(
      (other) => other.peerAddress === peer.peerAddress && !areApart(other, peer),
    );
    if (first === index) return [];
    return [
      {
        path: ['metallb', 'bgp', 'peers', index, 'peerAddress'],
        message: `"${peer.peerAddress}" is that of metallb.bgp.peers[${first}] already, and hosts would open two sessions; give each a nodeSelector with another value of one label`,
      },
    ];
  });
}

/** Checks `metallb.bgp`: its routers and communities. @see https://metallb.io/apis/#bgppeer */
export function checkPeers(bgp: MetallbConfig['bgp']): Problem[] {
  if (bgp === undefined) return [];
  const { peers, communities = [] } = bgp;
  return [
    ...repeatedNames('metallb.bgp.peers', peers),
    ...secondSessions(peers),
    ...checkCommunities(communities),
  ];
}
