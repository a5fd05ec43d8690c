// SPDX-License-Identifier: Apache-2.0
import type { NetworkConfig } from '../config/index.ts';

/**
 * The namespace of the networks of VMs, with nothing else in it. VMs of every namespace may use
 * them.
 */
export const networkNamespace = 'platform-networks';

/** A network as user clusters see it. */
export interface MachineNetwork {
  readonly name: string;
  readonly type: NetworkConfig['type'];
  /** Value for a VM's `networks[].multus.networkName`. */
  readonly attachTo: string;
  /** Its bridge on the hosts; undefined for SR-IOV. */
  readonly bridge?: string | undefined;
  readonly vlan?: number | undefined;
  readonly mtu?: number | undefined;
}

/** Returns the networks that user clusters may choose. */
export function networkCatalogue(networks: readonly NetworkConfig[]): MachineNetwork[] {
  return networks
    .filter(({ use }) => use !== 'migration')
    .map(({ bridge, name, type, vlan, mtu }) => ({
      name,
      type,
      attachTo: `${networkNamespace}/${name}`,
      ...(bridge !== undefined && { bridge }),
      ...(vlan !== undefined && { vlan }),
      ...(mtu !== undefined && { mtu }),
    }));
}
