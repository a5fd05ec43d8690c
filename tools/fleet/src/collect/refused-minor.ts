// SPDX-License-Identifier: Apache-2.0
import { findRelease, minorOf } from '@strata/contracts';
import type { PresentCluster } from '@strata/contracts';
import { nextMinor } from '@strata/contracts/versions';
import { clusterRefusals } from '@strata/plan-check/hops';
import type { RefusedMinor } from '../model.ts';

/** Number of minors that a cluster is asked about; Kubernetes has three in a year. */
const asked = 6;

/**
 * Returns the first later Kubernetes minor that a cluster cannot have on the release of its platform;
 * undefined if there is none, or no such release.
 */
export function refusedMinor(
  cluster: PresentCluster,
  releaseName: string,
): RefusedMinor | undefined {
  const release = findRelease(releaseName);
  if (release === undefined) return undefined;
  let from = minorOf(cluster.kubernetes);
  for (let count = 0; count < asked; count += 1) {
    from = nextMinor(from);
    const [reason] = clusterRefusals(release, cluster, `${from}.0`);
    if (reason !== undefined) return { from, reason };
  }
  return undefined;
}
