// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field, listOf, objectName, oneOf, text, wholeNumber } from '../field.ts';
import { interfaceName } from '../interface-name.ts';
import { vlanId } from '../vlan-id.ts';

const yesOrNo = () => field(z.boolean(), 'true or false');

const address = field(z.union([z.ipv4(), z.ipv6()]), 'an address like "10.0.0.53" without a port');

/** What guests ask for names. */
export const dnsFields = {
  /**
   * Routable addresses, at most three. Never those of a node-local cache: the cluster's own cache
   * has the same, and would ask itself.
   */
  servers: listOf(address, 'a list of addresses'),
  /** Domains that short names are looked up in. */
  searches: listOf(text('a domain name'), 'a list of domain names'),
  /** How many dots make a name absolute. */
  ndots: wholeNumber(1),
};

const dns = field(
  z.strictObject({
    /**
     * @default those of the platform's `userClusterDefaults`; without these, needed by machines that
     * have none of their own
     */
    servers: dnsFields.servers.optional(),
    searches: dnsFields.searches.default([]),
    ndots: dnsFields.ndots.default(1),
  }),
  'a mapping with servers, searches and ndots',
);

/** A VLAN of the data centre that only this cluster has. */
const vlan = field(
  z.strictObject({
    /** By which `interfaces` choose it. */
    name: objectName(),
    /** The hosts' own bridge that carries the VLAN. */
    bridge: interfaceName('a bridge'),
    vlan: vlanId(),
    /** In bytes, the same on the switches. @default the bridge's */
    mtu: field(z.int().min(576).max(65535), 'a number of bytes from 576 to 65535').optional(),
    /** Drops frames that do not come from the machine's own MAC address. */
    macSpoofCheck: yesOrNo().default(true),
    /**
     * Whether machines go only to hosts that have the bridge; the platform's bridge-marker says which.
     *
     * @default true, once the platform has it
     */
    bridgeMarker: yesOrNo().optional(),
  }),
  'a mapping with name, bridge and vlan',
);

/** What `network` may say. */
const shared = field(
  z.strictObject({
    /**
     * How workers are in the pod network.
     *
     * - `bridge`: the machine has the pod's address. What nodes need of each other, tunnels above
     *   all, works. The address changes when the machine starts on another host, and the machine
     *   cannot migrate unless `ipPreservingCni`.
     * - `masquerade`: the machine is behind the pod's address, and every one believes to be
     *   10.0.2.2. It can migrate; pod networks that tunnel between the nodes' own addresses do not
     *   work. Control planes always have it: they are reached through a Service.
     *
     * @see https://kubevirt.io/user-guide/network/interfaces_and_networks/
     */
    binding: oneOf(['bridge', 'masquerade']).default('bridge'),
    /**
     * Whether the infra cluster's CNI takes a pod's address along when its machine moves, as
     * Kube-OVN and OVN-Kubernetes do. Then machines with `binding: bridge` can migrate.
     */
    ipPreservingCni: yesOrNo().default(false),
    dns: dns.default(() => dns.parse({})),
    /** Time servers, addresses or names. @default those of the operating system's image */
    ntp: listOf(text('an address or a name'), 'a list of addresses or names').default([]),
    /**
     * Of the infra cluster's pod network, in bytes: the cluster's own pod network takes its overhead
     * off. @default what the machine's interface has
     */
    mtu: field(z.int().min(576).max(65535), 'a number of bytes from 576 to 65535').optional(),
    /** Networks of this cluster alone, for `interfaces` of its machines. */
    vlans: listOf(vlan, 'a list of VLANs').default([]),
  }),
  'a mapping with binding, dns, ntp and vlans',
);

/** What all machines of the cluster share of their network. */
export const network = shared.default(() => shared.parse({}));

/** What all machines of the cluster share of their network. */
export type ClusterNetworkConfig = z.output<typeof network>;
/** A VLAN that only one cluster has. */
export type VlanConfig = ClusterNetworkConfig['vlans'][number];
