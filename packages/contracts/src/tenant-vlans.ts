// SPDX-License-Identifier: Apache-2.0
import type { CarryingBridge } from './carried-vlans.ts';
import { hasVlan, machineVlans } from './config/vlan-id.ts';

/** VLANs of one of the hosts' bridges that user clusters may have. */
export interface GivenVlans {
  readonly bridge: string;
  /** IDs and ranges such as `100-199`. */
  readonly ids: readonly (number | string)[];
  /** The only user cluster that may have them. @default all may */
  readonly boundTo?: string | undefined;
}

/** VLANs that a platform gives to its user clusters, and VLANs that its own networks use. */
export interface TenantVlans {
  /** Undefined: nobody has said, so clusters choose among all that are not taken. */
  readonly given?: readonly GivenVlans[] | undefined;
  /** VLANs of networks of the platform, on whatever bridge or card. */
  readonly taken: readonly { readonly name: string; readonly vlan: number }[];
}

interface Network {
  readonly name: string;
  readonly bridge?: string | undefined;
  readonly vlan?: number | undefined;
}

/** All that are tagged. */
const everyVlan = [`${machineVlans.first}-${machineVlans.last}`] as const;

/**
 * Returns the VLANs that user clusters may have, and those that networks of the platform use. The
 * owner of the platform can list the VLANs for user clusters. Without such a list, they are the
 * VLANs that infra's bridges carry, and all VLANs of other bridges that the platform's networks
 * use.
 *
 * @param bridges - bridges that infra makes on the hosts. If there are none, the hosts have their
 * own bridges, whose VLANs are unknown, so `given` is undefined unless the owner lists VLANs.
 */
export function tenantVlans(
  networks: readonly Network[],
  vlans: readonly GivenVlans[],
  bridges: readonly CarryingBridge[] = [],
): TenantVlans {
  const taken = networks.flatMap(({ name, vlan }) => (vlan === undefined ? [] : [{ name, vlan }]));
  if (vlans.length > 0) return { given: vlans, taken };
  if (bridges.length === 0) return { taken };
  const made = new Set(bridges.map(({ name }) => name));
  const others = new Set(
    networks.flatMap(({ bridge }) => (bridge === undefined || made.has(bridge) ? [] : [bridge])),
  );
  return {
    given: [
      ...bridges.map(({ name, vlans: ids }) => ({ bridge: name, ids: [...ids] })),
      ...[...others].map((bridge) => ({ bridge, ids: [...everyVlan] })),
    ],
    taken,
  };
}

interface Vlan {
  readonly bridge: string;
  readonly vlan: number;
}

function naming(given: readonly GivenVlans[], { bridge, vlan }: Vlan): GivenVlans[] {
  return given.filter((one) => one.bridge === bridge && hasVlan(one.ids, vlan));
}

/** The only user clusters that may have a VLAN; none: it is bound to nobody. */
export function vlanOwners(given: readonly GivenVlans[], own: Vlan): string[] {
  return naming(given, own).flatMap(({ boundTo }) => boundTo ?? []);
}

/**
 * Why a user cluster may not have a VLAN that no network of the platform has. One that is bound to
 * somebody is nobody else's, though a range for all has it, too.
 *
 * @returns undefined when it may.
 */
export function ungivenVlan(
  { given }: Pick<TenantVlans, 'given'>,
  cluster: string,
  own: Vlan,
): string | undefined {
  if (given === undefined) return undefined;
  const owners = vlanOwners(given, own);
  const isGiven = owners.length === 0 ? naming(given, own).length > 0 : owners.includes(cluster);
  if (isGiven) return undefined;
  const may = given
    .filter(({ boundTo }) => boundTo === undefined || boundTo === cluster)
    .map((one) => `${one.ids.join(', ')} of "${one.bridge}"`);
  return (
    `the cluster may not have VLAN ${own.vlan} of "${own.bridge}"; it may have: ${may.join('; ') || 'none'}. ` +
    'The owner of the platform gives others in kubevirt-stack:tenants.vlans'
  );
}
