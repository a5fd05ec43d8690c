// SPDX-License-Identifier: Apache-2.0
import { compareVersions, minorsAhead, nextMinor } from '@strata/contracts';
import type { Problem } from '@strata/contracts';

/**
 * Kubernetes goes up one minor at a time, and never down.
 *
 * @param running - what the cluster's API server runs.
 */
export function checkUpgrade(running: string, wanted: string): Problem[] {
  const path = ['kubeone', 'version'];
  if (compareVersions(wanted, running) < 0) {
    const message = `the cluster runs Kubernetes ${running}, and there is no way back to ${wanted}`;
    return [{ path, message }];
  }
  if (minorsAhead(wanted, running) <= 1) return [];
  const message =
    `the cluster runs Kubernetes ${running}; an update goes one minor at a time: ` +
    `set a version of ${nextMinor(running)} first`;
  return [{ path, message }];
}
