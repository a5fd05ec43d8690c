// SPDX-License-Identifier: Apache-2.0
import type { Problem } from '@strata/contracts';

const parts = (version: string) => version.replace(/^v/, '').split('.').map(Number);

/** Whether one version is older than another. */
function isOlder(one: string, other: string): boolean {
  const [left, right] = [parts(one), parts(other)];
  const at = left.findIndex((part, index) => part !== right[index]);
  return at >= 0 && (left[at] ?? 0) < (right[at] ?? 0);
}

/**
 * Kubernetes goes up one minor at a time, and never down.
 *
 * @param running - what the cluster's API server runs.
 */
export function checkUpgrade(running: string, wanted: string): Problem[] {
  const path = ['kubeone', 'version'];
  if (isOlder(wanted, running)) {
    const message = `the cluster runs Kubernetes ${running}, and there is no way back to ${wanted}`;
    return [{ path, message }];
  }
  const [, from = 0] = parts(running);
  const [, to = 0] = parts(wanted);
  if (to - from <= 1) return [];
  const message =
    `the cluster runs Kubernetes ${running}; an update goes one minor at a time: ` +
    `set a version of 1.${from + 1} first`;
  return [{ path, message }];
}
