// SPDX-License-Identifier: Apache-2.0
import { phaseIndex } from './rotation-steps.ts';
import type { RotatedKey } from './rotation-steps.ts';

/**
 * Phases that all VMs may go back to from the next one, by their places among the three. From the second
 * phase to the first always: all VMs know both keys. From the last phase to the second only for keys that
 * stay in the state, which an old backup needs.
 */
const waysBack: Readonly<Record<RotatedKey, readonly number[]>> = {
  serviceAccount: [0],
  encryption: [0, 1],
  authority: [0],
  etcdAuthority: [0],
  frontProxyAuthority: [0],
};

/**
 * Returns the steps of a key that an update may go to, the lowest first. All of them are neighbours of
 * every step that is found. Back goes
 *
 * - to a phase of {@link waysBack};
 * - to any other phase only while a VM is still in it, which is: to take back an update that has not
 *   ended. From the first phase on all VMs there is no way back, because VMs may have been in the second
 *   one since, and may have used the new key.
 *
 * @param found - the steps of the VMs; nothing is allowed without one.
 */
export function allowedSteps(key: RotatedKey, found: readonly number[]): readonly number[] {
  if (found.length === 0) return [];
  const [least, most] = [Math.min(...found), Math.max(...found)];
  return [least - 1, least, least + 1]
    .filter((step) => step >= 0 && most - step <= 1)
    .filter((step) => step >= least || waysBack[key].includes(phaseIndex(step)));
}
