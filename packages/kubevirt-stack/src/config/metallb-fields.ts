// SPDX-License-Identifier: Apache-2.0
import {
  addresses,
  addressRange,
  field,
  ipVersion,
  labels,
  listOf,
  objectName,
  oneOf,
  secretField,
  text,
  trueOrFalse,
  wholeNumber,
  wholeNumberTo,
} from '@strata/contracts/fields';
import { z } from 'zod';

const nodeLabels = () => labels('a mapping of node labels').optional();

const autonomousSystem = () =>
  field(z.int().min(1).max(4_294_967_295), 'the number of an autonomous system');

const announcement = () => oneOf(['l2', 'bgp', 'both']);

/** Addresses that LoadBalancer Services may get. */
const addressPool = field(
  z.strictObject({
    name: objectName(),
    addresses: field(
      z.array(addressRange).min(1),
      'a list of addresses like "10.0.0.10-10.0.0.20" or "10.0.0.0/28"',
    ),
    /** Whether a Service that requests no pool may get an address of this one. */
    autoAssign: trueOrFalse().default(true),
    /**
     * Whether addresses that end in .0 or .255 are left out, which old routers refuse.
     * @default false
     */
    avoidBuggyIPs: trueOrFalse().optional(),
    /** The only user cluster whose Services get addresses of this pool. @default any */
    boundTo: objectName(40).optional(),
    /**
     * Order in which pools are used for a Service, the lowest number first.
     * @default 10 with boundTo, else last
     */
    priority: wholeNumber(1).optional(),
    /** @default the `mode` of all pools */
    announce: announcement().optional(),
  }),
  'a mapping with name and addresses',
);

/** Linux refuses longer keys, and no session would come up. @see https://github.com/torvalds/linux/blob/v6.12/include/uapi/linux/tcp.h (TCP_MD5SIG_MAXKEYLEN) */
const isKey = (password: string) => Buffer.byteLength(password) <= 80;

/**
 * A router that learns the addresses by BGP. It may be several hops away.
 *
 * @see https://github.com/metallb/metallb/blob/v0.16.1/internal/bgp/native/native.go (connect, dialMD5)
 */
const peer = field(
  z.strictObject({
    name: objectName(),
    /** AS number of the hosts. */
    myASN: autonomousSystem(),
    /** AS number of the router. */
    peerASN: autonomousSystem(),
    peerAddress: field(
      z.stringFormat('address', (address) => ipVersion(address) === 4),
      "the IPv4 address of a router, for MetalLB's own BGP opens no sessions by IPv6",
    ),
    /** @default 179 */
    peerPort: field(z.int().min(1).max(16_384), 'a port from 1 to 16384').optional(),
    /** Seconds after which a silent session is closed; 3 or more. @default 90 */
    holdTimeSeconds: wholeNumberTo(3, 65_535).optional(),
    /** Password of the session (TCP MD5), encrypted. @default none */
    password: secretField(
      z.string().refine((password) => password !== '' && isKey(password)),
      'the password of a session, of at most 80 bytes',
    ).optional(),
    /** Labels of the hosts that have a session with this router. @default all */
    nodeSelector: nodeLabels(),
  }),
  'a mapping with name, myASN, peerASN and peerAddress',
);

const bgp = field(
  z.strictObject({
    peers: listOf(peer, 'a list of routers').default([]),
    /**
     * Prefix length of the announced networks, 1 to 32; 32 announces single addresses.
     * @default 32
     */
    aggregationLength: field(z.int().min(1).max(32), 'a prefix length from 1 to 32').optional(),
    /** Only within one AS. @default the router's */
    localPref: wholeNumberTo(0, 4_294_967_295).optional(),
    communities: listOf(
      field(z.string().regex(/^\d{1,5}:\d{1,5}$/), 'a community like "64512:100"'),
      'a list of communities',
    ).optional(),
  }),
  'a mapping with peers',
);

const l2 = field(
  z.strictObject({
    /** Interfaces of the hosts that answer ARP for the addresses. @default all */
    interfaces: listOf(text('the name of an interface'), 'a list of interfaces').optional(),
    /** Labels of the hosts that answer ARP for the addresses. @default all */
    nodeSelector: nodeLabels(),
  }),
  'a mapping with interfaces and nodeSelector',
);

/**
 * The addresses that MetalLB assigns and how it announces them, `kubevirt-stack:metallb`.
 *
 * Options of MetalLB's FRR backend are missing, because the platform installs the native backend:
 * BFD, keepalive times, VRFs, `ebgpMultiHop` (sessions over several hops need no option), IPv6.
 *
 * @example
 * metallb:
 *   pools:
 *     - name: default
 *       addresses:
 *         - 10.20.8.10-10.20.8.199
 */
export const metallb = field(
  z.strictObject({
    pools: field(z.array(addressPool).min(1), 'a list of at least one address pool'),
    /**
     * How pools without `announce` are announced: by ARP in the hosts' network, or by BGP.
     * @default 'l2'
     */
    mode: announcement().optional(),
    l2: l2.optional(),
    bgp: bgp.optional(),
    /**
     * Whether MetalLB announces from hosts with the label
     * `node.kubernetes.io/exclude-from-external-load-balancers`, which kubeadm sets on every
     * control plane: `skip` announces nothing from there, `announce` treats them like all others. A
     * cluster whose hosts are all control planes needs `announce`.
     *
     * @default 'skip'
     * @see https://github.com/metallb/metallb/blob/v0.16.1/speaker/main.go (ignore-exclude-lb)
     */
    excludedHosts: oneOf(['skip', 'announce']).optional(),
    /** Addresses that no pool may contain: gateways, hosts, the API endpoint. @default none */
    reserved: listOf(addresses, 'a list of addresses').optional(),
  }),
  'a mapping with pools',
);

/** The addresses that MetalLB assigns and how it announces them. */
export type MetallbConfig = z.output<typeof metallb>;
/** A router that learns the addresses by BGP. */
export type BgpPeerConfig = z.output<typeof peer>;
