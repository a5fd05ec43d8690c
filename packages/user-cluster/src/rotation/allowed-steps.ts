// SPDX-License-Identifier: Apache-2.0
import { phaseIndex } from './rotation-steps.ts';

/** Place of the phase in which the next key is known and not used yet. */
const knownPhase = 0;

/**
 * Returns the steps of a key that an update may go to, the lowest first. All of them are neighbours of
 * every step that is found. Back goes
 *
 * - to the phase in which the new key is not used yet, from the one in which it is: all VMs know both;
 * - to any other phase only while a VM is still in it, which is: to take back an update that has not
 *   ended. From `trust` on all VMs there is no way back, because VMs may have been in `sign` since, and
 *   from `finish` on all VMs the old key is gone.
 *
 * @param found - the steps of the VMs; nothing is allowed without one.
 */
export function allowedSteps(found: readonly number[]): readonly number[] {
  if (found.length === 0) return [];
  const [least, most] = [Math.min(...found), Math.max(...found)];
  return [least - 1, least, least + 1]
    .filter((step) => step >= 0 && most - step <= 1)
    .filter((step) => step >= least || phaseIndex(step) === knownPhase);
}
