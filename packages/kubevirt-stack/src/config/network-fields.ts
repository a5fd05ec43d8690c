// SPDX-License-Identifier: Apache-2.0
import {
  field,
  interfaceName,
  listOf,
  objectName,
  oneOf,
  trueOrFalse,
  vlanId,
  whereaboutsRange,
} from '@strata/contracts/fields';
import { z } from 'zod';

/**
 * A network of the data centre in which VMs can have an interface besides the pod network. A later
 * check finds keys that do not fit the type.
 */
const network = field(
  z.strictObject({
    name: objectName(),
    /**
     * `vlan`: one VLAN of a Linux bridge; `bridge`: its untagged frames; `sriov`: a virtual
     * function of a card.
     */
    type: oneOf(['vlan', 'bridge', 'sriov']),
    /** A bridge of the hosts; for `vlan` and `bridge`. */
    bridge: interfaceName('a bridge').optional(),
    /** Required for `vlan`, and for `sriov` without `guestTagging`. */
    vlan: vlanId().optional(),
    /**
     * Whether guests tag their frames themselves, and so are in every VLAN of the switch port; for
     * `sriov` without `vlan`.
     *
     * @default false
     */
    guestTagging: trueOrFalse().optional(),
    /** 802.1p priority; for `sriov` with `vlan`. */
    vlanQoS: field(z.int().min(0).max(7), 'a priority from 0 to 7').optional(),
    /** Resource name of the card's functions in the device plugin; for `sriov`. */
    resourceName: field(
      z.string().regex(/^[a-z0-9.-]+\/[A-Za-z0-9._-]+$/),
      'a resource name like "openshift.io/fast"',
    ).optional(),
    /** MTU in bytes, the same on the switches; not for `sriov`. @default that of the bridge */
    mtu: field(z.int().min(1), 'a number of bytes').optional(),
    /**
     * Whether frames are dropped that do not come from the VM's own MAC address: a VM cannot
     * impersonate its neighbours, but a guest cannot forward frames for others.
     *
     * @default true on bridges, the card's own setting for `sriov`
     */
    macSpoofCheck: trueOrFalse().optional(),
    /** For `sriov`. @default the card's own setting */
    trust: trueOrFalse().optional(),
    /** For `sriov`. @default the card's own setting */
    linkState: oneOf(['auto', 'enable', 'disable']).optional(),
    /**
     * Whether VMs are scheduled only to hosts with the bridge, as reported by bridge-marker.
     * Without it a VM starts on any host, with a bridge that leads nowhere.
     *
     * @default true
     */
    bridgeMarker: trueOrFalse().optional(),
    /**
     * `migration`: KubeVirt migrates VMs over it once `kubevirt.migrations.network` names it. Its
     * addresses come from whereabouts, which must be installed before: first bring up the platform,
     * then `operators: [whereabouts]` of stacks/addons, then set the key.
     * @default 'machines'
     */
    use: oneOf(['machines', 'migration']).optional(),
    /**
     * Addresses that whereabouts assigns to KubeVirt's own pods, one for each host; for `use:
     * migration`: a network, or `first-last/prefix`.
     */
    range: whereaboutsRange.optional(),
  }),
  'a mapping with name and type',
);

/**
 * Networks for VMs, `kubevirt-stack:networks`.
 *
 * @example
 * networks:
 *   - name: storage
 *     type: vlan
 *     bridge: br1
 *     vlan: 100
 */
export const networks = listOf(network, 'a list of networks').default([]);

/** A network for VMs. */
export type NetworkConfig = z.output<typeof network>;
