// SPDX-License-Identifier: Apache-2.0
import { compareVersions, minorsAhead, nextMinor } from '@strata/contracts';
import { kubeoneByHand } from '@strata/contracts/compatibility';
import type { Problem } from '@strata/contracts';

/**
 * Reports a problem when an update of Kubernetes skips a minor, goes back to an older version, or is one for
 * another KubeOne.
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
  const ahead = minorsAhead(wanted, running);
  if (ahead === 0) return [];
  const next = nextMinor(running);
  const byHand = kubeoneByHand(next);
  if (byHand !== undefined) {
    const message = `the cluster runs Kubernetes ${running}: update it to ${next} ${byHand}`;
    return [{ path, message }];
  }
  if (ahead === 1) return [];
  const message =
    `the cluster runs Kubernetes ${running}; an update goes one minor at a time: ` +
    `set a version of ${next} first`;
  return [{ path, message }];
}
