// SPDX-License-Identifier: Apache-2.0
import type { Problem } from '@strata/contracts';
import { repeatedNames } from '../checks/repeated-names.ts';
import type { MetallbConfig } from '../config/index.ts';

/** Maximum of each half of a BGP community. */
const largestHalf = 65_535;

/** Checks `metallb.bgp`: its routers and communities. @see https://metallb.io/apis/#bgppeer */
export function checkPeers(bgp: MetallbConfig['bgp']): Problem[] {
  const { peers = [], communities = [] } = bgp ?? {};
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
    ...communities.flatMap((community, index) =>
      community.split(':').some((half) => Number(half) > largestHalf)
        ? [
            {
              path: ['metallb', 'bgp', 'communities', index],
              message: `both numbers of "${community}" must be at most ${largestHalf}`,
            },
          ]
        : [],
    ),
  ];
}
