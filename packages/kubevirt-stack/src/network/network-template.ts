// SPDX-License-Identifier: Apache-2.0
import type { NetworkTemplate } from '@strata/contracts';
import type { NetworkConfig } from '../config/index.ts';

type NetworkType = NetworkConfig['type'];

/** Keys of a network that only some types have. */
export type TypedKey = Exclude<
  keyof NetworkConfig,
  'name' | 'type' | 'mtu' | 'use' | 'macSpoofCheck'
>;

/** Keys that each type of network must have, and keys that it may have. */
export const keysOfType: Readonly<
  Record<NetworkType, { readonly needs: readonly TypedKey[]; readonly may: readonly TypedKey[] }>
> = {
  vlan: { needs: ['bridge', 'vlan'], may: ['bridgeMarker', 'range'] },
  bridge: { needs: ['bridge'], may: ['bridgeMarker', 'range'] },
  sriov: {
    needs: ['resourceName'],
    may: ['vlan', 'vlanQoS', 'guestTagging', 'trust', 'linkState'],
  },
};

/** Returns the template of a network that has passed the checks of its type. */
export function templateOf(network: NetworkConfig): NetworkTemplate {
  const { name, type, mtu, macSpoofCheck, bridge = '', vlan, resourceName = '' } = network;
  const { range, vlanQoS, trust, linkState, use } = network;
  // KubeVirt's own pods, which use the migration network, do not request the bridge as a resource.
  const bridgeMarker = use === 'migration' ? undefined : (network.bridgeMarker ?? true);
  const onBridge = { name, mtu, macSpoofCheck, bridge, bridgeMarker, range };
  switch (type) {
    case 'vlan':
      return { ...onBridge, type, vlan: vlan ?? 0 };
    case 'bridge':
      return { ...onBridge, type };
    case 'sriov':
      return { name, type, mtu, macSpoofCheck, resourceName, vlan, vlanQoS, trust, linkState };
  }
}
