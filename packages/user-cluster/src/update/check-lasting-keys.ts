// SPDX-License-Identifier: Apache-2.0
import type { Check } from '../checks/check-context.ts';
import { lastingKeys, lastingValues } from './lasting-keys.ts';

/**
 * Reports keys that never change, where they differ from the values that the cluster was made with.
 * Before there is a VM of the control plane, nothing has been made with them.
 */
export const checkLastingKeys: Check = ({ config, running }) => {
  if (running === undefined || running.controlPlane.length === 0) return [];
  const wanted = lastingValues(config);
  return lastingKeys.flatMap(({ path, why }) => {
    const key = path.join('.');
    const [before, after] = [running.lasting[key], wanted[key]];
    if (before === undefined || after === undefined || before === after) return [];
    const message =
      `is ${before} for the life of this cluster: ${why}; leave it at ${before}, or make another ` +
      `cluster with ${after}`;
    return [{ path: [...path], message }];
  });
};
