// SPDX-License-Identifier: Apache-2.0
import { labelKeys } from '@strata/contracts';
import type { Problem } from '@strata/contracts';
import type { ClusterFacts } from '../cluster/cluster-facts.ts';
import type { MetallbConfig } from '../config/index.ts';
import { isExcluded, selectedHosts } from './announcing-hosts.ts';
import { announcedBy } from './render-address-pools.ts';

/**
 * Reports an error for pools that no host would announce, because all hosts that may are excluded
 * from load balancers: kubeadm sets that label on every control plane. Services would get addresses
 * that nobody can reach.
 *
 * Selectors that match no host are not judged: such hosts may be added later.
 *
 * @see https://github.com/metallb/metallb/blob/v0.16.1/speaker/layer2_controller.go
 * (speakersForAds)
 * @see https://github.com/metallb/metallb/blob/v0.16.1/speaker/bgp_controller.go (ShouldAnnounce)
 */
export function checkAnnouncingHosts(
  metallb: MetallbConfig,
  cluster: ClusterFacts | undefined,
): Problem[] {
  if (cluster === undefined || metallb.excludedHosts === 'announce') return [];
  return (['l2', 'bgp'] as const).flatMap((way): Problem[] => {
    const pools = announcedBy(way, metallb);
    const hosts = selectedHosts(metallb, way, cluster.hosts);
    if (pools.length === 0 || hosts.length === 0 || !hosts.every(isExcluded)) return [];
    const names = hosts.map(({ name }) => name).join(', ');
    return [
      {
        path: ['metallb', 'excludedHosts'],
        message:
          `nobody would announce ${pools.map((pool) => `pool "${pool}"`).join(', ')} by ${way}: all hosts that may ` +
          `(${names}) have the label ${labelKeys.excludedFromBalancers}, which kubeadm gives to control ` +
          'planes; set announce, or take the label away from some of them',
      },
    ];
  });
}
