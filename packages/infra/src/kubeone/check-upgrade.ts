// SPDX-License-Identifier: Apache-2.0
import { compareVersions, minorsAhead, nextMinor } from '@strata/contracts';
import type { Problem } from '@strata/contracts';

/**
 * Reports a problem when an update of Kubernetes skips a minor or goes back to an older version.
 *
 * @param running - version of the cluster's API server.
 * @param wanted - version of the configuration.
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
