// SPDX-License-Identifier: Apache-2.0
import {
  dnsFields,
  field,
  interfaceName,
  listOf,
  objectName,
  oneOf,
  text,
  trueOrFalse,
  vlanId,
} from '@strata/contracts/fields';
import { z } from 'zod';

const dns = field(
  z.strictObject({
    /**
     * @default those of the platform's `userClusterDefaults`; required where neither these nor the pools
     * name servers
     */
    servers: dnsFields.servers.optional(),
    searches: dnsFields.searches.default([]),
    ndots: dnsFields.ndots.default(1),
  }),
  'a mapping with servers, searches and ndots',
);

/** A VLAN of the data centre that only this cluster uses. */
const vlan = field(
  z.strictObject({
    /** Name by which `interfaces` choose it. */
    name: objectName(),
    /** The hosts' bridge that carries the VLAN. */
    bridge: interfaceName('a bridge'),
    vlan: vlanId(),
    /** MTU in bytes, the same on the switches. @default the bridge's */
    mtu: field(z.int().min(1280).max(65535), 'a number of bytes from 1280 to 65535').optional(),
    /** Whether frames are dropped that do not come from the VM's own MAC address. */
    macSpoofCheck: trueOrFalse().default(true),
    /**
     * Whether VMs are scheduled only to hosts with the bridge, as reported by bridge-marker.
     *
     * @default true, once the platform has it
     */
    bridgeMarker: trueOrFalse().optional(),
  }),
  'a mapping with name, bridge and vlan',
);

/** The keys of `network`. */
const shared = field(
  z.strictObject({
    /**
     * How workers are in the pod network.
     *
     * - `bridge`: the VM has the pod's address. Everything that nodes need of each other works,
     *   above all tunnels. The address changes when the VM starts on another host, and the VM
     *   cannot migrate unless `ipPreservingCni`.
     * - `masquerade`: the VM is behind the pod's address, and every VM sees its own address as
     *   10.0.2.2. It can migrate; pod networks that tunnel between the nodes' own addresses do not
     *   work. Control planes always have it: they are reached through a Service.
     *
     * @see https://kubevirt.io/user-guide/network/interfaces_and_networks/
     */
    binding: oneOf(['bridge', 'masquerade']).default('bridge'),
    /**
     * Whether the infra cluster's CNI preserves a pod's address when its VM migrates, as Kube-OVN
     * and OVN-Kubernetes do. Then VMs with `binding: bridge` can migrate.
     */
    ipPreservingCni: trueOrFalse().default(false),
    dns: dns.default(() => dns.parse({})),
    /** Time servers, addresses or names. @default those of the operating system's image */
    ntp: listOf(text('an address or a name'), 'a list of addresses or names').default([]),
    /**
     * MTU of the infra cluster's pod network, in bytes: the cluster's own pod network subtracts its
     * overhead.
     * @default that of the VM's interface
     */
    mtu: field(z.int().min(576).max(65535), 'a number of bytes from 576 to 65535').optional(),
    /** Networks of this cluster only, for `interfaces` of its VMs. */
    vlans: listOf(vlan, 'a list of VLANs').default([]),
  }),
  'a mapping with binding, dns, ntp and vlans',
);

/**
 * Network settings of all VMs of the cluster.
 *
 * @example
 * network:
 *   dns:
 *     servers:
 *       - 10.20.0.53
 */
export const network = shared.default(() => shared.parse({}));

/** Network settings of all VMs of the cluster. */
export type ClusterNetworkConfig = z.output<typeof network>;
/** A VLAN that only one cluster uses. */
export type VlanConfig = ClusterNetworkConfig['vlans'][number];
