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

/** Checks `metallb.bgp`: its routers and communities. @see https://metallb.io/apis/#bgppeer */
export function checkPeers(bgp: MetallbConfig['bgp']): Problem[] {
  if (bgp === undefined) return [];
  const { peers, communities = [] } = bgp;
  return [
    ...repeatedNames('metallb.bgp.peers', peers),
    ...peers.flatMap(({ peerAddress, myASN, peerASN, ebgpMultiHop }, index): Problem[] => {
      const path = ['metallb', 'bgp', 'peers', index];
      const first = peers.findIndex((other) => other.peerAddress === peerAddress);
      return [
        ...(first < index
          ? [
              {
                path: [...path, 'peerAddress'],
                message: `"${peerAddress}" is that of metallb.bgp.peers[${first}] already`,
              },
            ]
          : []),
        ...(ebgpMultiHop === true && myASN === peerASN
          ? [
              {
                path: [...path, 'ebgpMultiHop'],
                message: `only routers of another system are hops away, and ${peerASN} is one's own; remove it`,
              },
            ]
          : []),
      ];
    }),
    ...checkCommunities(communities),
  ];
}
