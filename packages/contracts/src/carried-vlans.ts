// SPDX-License-Identifier: Apache-2.0
import { hasVlan } from './config/vlan-id.ts';

/** A bridge that some or all hosts have, with the VLANs that its uplink carries. */
export interface CarryingBridge {
  readonly name: string;
  /** IDs and ranges. */
  readonly vlans: readonly (number | string)[];
}

/**
 * Returns why a VLAN of a bridge leads nowhere on some host: it has the bridge, but does not carry the
 * VLAN to it, so frames would not leave the host. A VM may be on each host that has the bridge, for the
 * scheduler knows bridges by their names alone. VLANs that hosts use themselves are never carried. A
 * bridge that infra does not make is not judged.
 *
 * @param bridges - of some hosts each; hosts with other VLANs have an entry of the same name.
 * @returns undefined if all hosts with the bridge carry the VLAN, or the bridge is not known.
 * @see https://github.com/kubevirt/bridge-marker/blob/main/pkg/marker/marker.go
 */
export function uncarriedVlan(
  bridges: readonly CarryingBridge[],
  bridge: string,
  vlan: number,
): string | undefined {
  const made = bridges.filter(({ name }) => name === bridge);
  const lacking = made.filter(({ vlans }) => !hasVlan(vlans, vlan));
  if (lacking.length === 0) return undefined;
  if (lacking.length < made.length) {
    return (
      `some hosts do not carry VLAN ${vlan} to their "${bridge}", and a machine on one of them would reach nobody; ` +
      `add it to each "${bridge}" of infra:bridges, or give the bridge of those hosts another name`
    );
  }
  const carried = made.flatMap(({ vlans }) => vlans);
  return `the hosts do not carry VLAN ${vlan} to "${bridge}", only ${carried.join(', ')}; take one of these, or add it there`;
}
