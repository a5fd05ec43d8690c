// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field, listOf, objectName, oneOf } from '../field.ts';

/**
 * A network interface besides the one in the pod network. NetworkPolicies do not cover it: whoever
 * else is on that network reaches the machine.
 */
const networkInterface = field(
  z.strictObject({
    /** A network of the platform, or one of `network.vlans`. */
    network: objectName(),
    /** Unique in the machine. @default the network's name */
    name: objectName(40).optional(),
    /**
     * For a machine that there is only one of; all machines of a pool would have the same.
     *
     * @default one that KubeVirt makes up
     */
    mac: field(
      z.string().regex(/^[0-9a-f][02468ace](:[0-9a-f]{2}){5}$/i),
      'a MAC address of one machine, like "02:00:00:00:00:10"',
    ).optional(),
    /** Not for networks of type sriov, whose card is the model. @default what the preference says, or virtio */
    model: oneOf(['virtio', 'e1000e', 'e1000', 'rtl8139']).optional(),
    /** Who gives the guest its address there; `none` leaves the interface as it is. */
    addresses: oneOf(['dhcp', 'none']).default('dhcp'),
  }),
  'a mapping with network',
);

/** Further network interfaces of a machine. */
export const interfaces = listOf(networkInterface, 'a list of interfaces').default([]);

/** A network interface besides the one in the pod network. */
export type InterfaceConfig = z.output<typeof networkInterface>;
