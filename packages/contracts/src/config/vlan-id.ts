// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field } from './field.ts';

/**
 * The VLANs that VMs may be in. Not 1: Linux bridges, and switches in their factory settings, put
 * untagged frames into it, and those are the hosts' own.
 *
 * @see https://github.com/torvalds/linux/blob/v6.12/net/bridge/br_vlan.c, br_vlan_init
 */
export const machineVlans = { first: 2, last: 4094 } as const;

const words = `a VLAN ID from ${machineVlans.first} to ${machineVlans.last} (1 is for frames without a tag, those of the hosts among them)`;

const id = () => z.int().min(machineVlans.first).max(machineVlans.last);

/** Makes a field for a VLAN that VMs may be in. */
export function vlanId() {
  return field(id(), words);
}

function isRange(text: string): boolean {
  const [first = 0, last = 0] = text.split('-').map(Number);
  return machineVlans.first <= first && first <= last && last <= machineVlans.last;
}

/** Makes a field for a VLAN that VMs may be in, or a range of them such as `100-199`. */
export function vlanIds() {
  const range = z
    .string()
    .regex(/^\d{1,4}-\d{1,4}$/)
    .refine(isRange);
  return field(z.union([id(), range]), `${words}, or a range such as 100-199`);
}

/** Returns whether a list of IDs and ranges contains a VLAN. */
export function hasVlan(list: readonly (number | string)[], vlan: number): boolean {
  return list.some((item) => {
    const [first = NaN, last = first] = String(item).split('-').map(Number);
    return first <= vlan && vlan <= last;
  });
}
