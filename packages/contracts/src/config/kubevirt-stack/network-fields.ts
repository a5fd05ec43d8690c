// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field, listOf, objectName, oneOf } from '../field.ts';
import { addressRange } from '../address-range.ts';
import { interfaceName } from '../interface-name.ts';
import { vlanId } from '../vlan-id.ts';

const yesOrNo = () => field(z.boolean(), 'true or false');

/**
 * A network of the data centre that machines can have an interface in, besides the pod network.
 * Which keys go with which type is checked later, together with everything else.
 */
const network = field(
  z.strictObject({
    name: objectName(),
    /** `vlan`: one VLAN of a Linux bridge; `bridge`: all that is untagged on it; `sriov`: a card's function. */
    type: oneOf(['vlan', 'bridge', 'sriov']),
    /** The hosts' own bridge; for `vlan` and `bridge`. */
    bridge: interfaceName('a bridge').optional(),
    /** Required for `vlan`, optional for `sriov`. */
    vlan: vlanId().optional(),
    /** 802.1p priority; for `sriov` with `vlan`. */
    vlanQoS: field(z.int().min(0).max(7), 'a priority from 0 to 7').optional(),
    /** What the device plugin calls the card's functions; for `sriov`. */
    resourceName: field(
      z.string().regex(/^[a-z0-9.-]+\/[A-Za-z0-9._-]+$/),
      'a resource name like "openshift.io/fast"',
    ).optional(),
    /** In bytes, the same on the switches. @default that of the bridge or card */
    mtu: field(z.int().min(1), 'a number of bytes').optional(),
    /**
     * Drops frames that do not come from the machine's own MAC address: neighbours cannot be
     * impersonated, but guests that forward frames for others break.
     *
     * @default true on bridges, the card's own setting for `sriov`
     */
    macSpoofCheck: yesOrNo().optional(),
    /** For `sriov`. @default the card's own setting */
    trust: yesOrNo().optional(),
    /** For `sriov`. @default the card's own setting */
    linkState: oneOf(['auto', 'enable', 'disable']).optional(),
    /**
     * Whether machines go only to hosts that have the bridge; the platform's bridge-marker says which.
     * Without it a machine starts on any host, with a bridge that leads nowhere.
     *
     * @default true
     */
    bridgeMarker: yesOrNo().optional(),
    /**
     * `migration`: KubeVirt moves machines over it once `kubevirt.migrations.network` names it. Its
     * addresses come from whereabouts, which must be on the hosts before that: first the platform,
     * then `operators: [whereabouts]` of stacks/addons, then the key. @default 'machines'
     */
    use: oneOf(['machines', 'migration']).optional(),
    /** Addresses that whereabouts gives to KubeVirt's own pods, one for each host; for `use: migration`. */
    range: addressRange.optional(),
  }),
  'a mapping with name and type',
);

/** Networks for machines, `kubevirt-stack:networks`. */
export const networks = listOf(network, 'a list of networks').default([]);

/** A network for machines. */
export type NetworkConfig = z.output<typeof network>;
