// SPDX-License-Identifier: Apache-2.0
import { uncarriedVlan } from './carried-vlans.ts';
import type { CarryingBridge } from './carried-vlans.ts';
import { ungivenVlan } from './tenant-vlans.ts';
import type { TenantVlans } from './tenant-vlans.ts';

/** Facts about a platform and its hosts that decide which VLANs a user cluster may have. */
export interface VlanPromises extends Pick<TenantVlans, 'given'> {
  /** Networks of the platform that have a VLAN, or none. */
  readonly taken: readonly { readonly name: string; readonly vlan?: number | undefined }[];
  /** The networks of the platform that user clusters may use. */
  readonly open: readonly { readonly name: string }[];
  /** Those that infra makes on the hosts. */
  readonly bridges: readonly CarryingBridge[];
}

/** Reasons why a VLAN cannot be a user cluster's own, in words; a missing key is no reason. */
export interface VlanRefusals {
  /** A network of the platform has it. */
  readonly taken?: string;
  /** The hosts do not carry it. */
  readonly uncarried?: string;
  /** It is given to others, or to nobody; not said of one that is taken or not carried. */
  readonly ungiven?: string;
}

/** Whether a user cluster may have a VLAN as its own. */
export function vlanRefusals(
  { bridges, given, open, taken: networks }: VlanPromises,
  cluster: string,
  own: { readonly bridge: string; readonly vlan: number },
): VlanRefusals {
  const shared = networks.find(({ vlan }) => vlan === own.vlan);
  const isOpen = open.some(({ name }) => name === shared?.name);
  const uncarried = uncarriedVlan(bridges, own.bridge, own.vlan);
  const ungiven =
    shared === undefined && uncarried === undefined
      ? ungivenVlan({ given }, cluster, own)
      : undefined;
  return {
    ...(shared !== undefined && {
      taken: `VLAN ${own.vlan} is the platform's network "${shared.name}", which others are on, too; use ${isOpen ? 'that network, or ' : ''}a VLAN of the cluster's own`,
    }),
    ...(uncarried !== undefined && { uncarried }),
    ...(ungiven !== undefined && { ungiven }),
  };
}
