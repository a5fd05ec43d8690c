// SPDX-License-Identifier: Apache-2.0
import { hasVlan } from './config/vlan-id.ts';

/** A bridge that some or all hosts have, with the VLANs that its uplink carries. */
export interface CarryingBridge {
  readonly name: string;
  /** IDs and ranges. */
  readonly vlans: readonly (number | string)[];
}

/**
 * Returns why a VLAN of a bridge leads nowhere: hosts have the bridge, but none of them carries the
 * VLAN to it, so frames would not leave the host. VLANs that hosts use themselves are never
 * carried. A bridge that infra does not make is not judged.
 *
 * @returns undefined if the VLAN is carried or the bridge is not known.
 */
export function uncarriedVlan(
  bridges: readonly CarryingBridge[],
  bridge: string,
  vlan: number,
): string | undefined {
  const made = bridges.filter(({ name }) => name === bridge);
  const carried = made.flatMap(({ vlans }) => vlans);
  if (made.length === 0 || hasVlan(carried, vlan)) return undefined;
  return `the hosts do not carry VLAN ${vlan} to "${bridge}", only ${carried.join(', ')}; take one of these, or add it there`;
}
