// SPDX-License-Identifier: Apache-2.0
import {
  field,
  interfaceName,
  listOf,
  oneOf,
  trueOrFalse,
  vlanIds,
} from '@strata/contracts/fields';
import { z } from 'zod';

const gib = (least: number) =>
  field(z.int().min(least), `a whole number of GiB of ${least} or more`);

const bridge = field(
  z.strictObject({
    /** The same name as in `kubevirt-stack:networks[].bridge`. */
    name: interfaceName('a bridge'),
    /** The network card, or bond, that the bridge is on. */
    uplink: interfaceName('a network card'),
    /** MTU of card and bridge, in bytes. @default 1500 */
    mtu: field(z.int().min(1280).max(9216), 'bytes from 1280 to 9216').default(1500),
    /** VLANs that the switch sends tagged, without the hosts' own. @default ['2-4094'] */
    vlans: listOf(vlanIds(), 'a list of VLAN IDs').min(1).default(['2-4094']),
    /** Names of hosts. @default all */
    hosts: listOf(field(z.string().min(1), 'the name of a host'), 'a list of hosts').optional(),
  }),
  'a mapping with name and uplink',
);

/**
 * Bridges of hosts that carry the VLANs of user clusters, `infra:bridges`.
 *
 * @example
 * bridges:
 *   - name: br1
 *     uplink: bond0
 */
export const bridges = listOf(bridge, 'a list of bridges').default([]);

/** A bridge of hosts that carries the VLANs of user clusters. */
export type BridgeConfig = z.output<typeof bridge>;

const highDensity = field(
  z.strictObject({
    /** Size of the swap file; 0: none. @default 8 */
    swapGiB: gib(0).default(8),
    /** How early the kernel swaps, 0 to 200. @default 60, the kernel's own */
    swappiness: field(z.int().min(0).max(200), 'a whole number from 0 to 200').default(60),
    /**
     * Who runs KSM on the host: `host` switches it on permanently; `kubevirt` leaves it to
     * KubeVirt, which runs it while memory is short, on hosts that `kubevirt-stack:kubevirt.ksm`
     * selects. Both at once would write the same files.
     *
     * @default 'host'
     */
    ksm: oneOf(['host', 'kubevirt']).default('host'),
    /**
     * With `ksm: host`: number of pages that KSM scans before it pauses for 20 ms.
     * @default 1000
     */
    ksmPagesToScan: field(z.int().min(1), 'a whole number of 1 or more').default(1000),
  }),
  'a mapping',
).prefault({});

const highPerformance = field(
  z.strictObject({
    /**
     * Number of cores reserved for the host, from core 0 on, with all their threads: 1 or 2.
     * @default 2
     */
    reservedCores: field(z.int().min(1).max(2), '1 or 2').default(2),
    /** Memory in pages of 2 MiB, which only VMs that request hugepages get. @default 0 */
    hugepagesGiB: gib(0).default(0),
    /** Governor of the CPU frequency. @default 'performance' */
    governor: oneOf(['performance', 'schedutil', 'powersave']).default('performance'),
    /** Whether interrupts stay on the reserved cores. @default true */
    pinInterrupts: trueOrFalse().default(true),
    /**
     * How close to each other a VM's CPUs, memory and hugepages must be. `restricted` and
     * `single-numa-node` refuse a VM that would be spread, and allocate memory and hugepages by
     * NUMA node, which `numaPassthrough` needs. `best-effort` refuses none.
     *
     * @default 'restricted'
     */
    topologyManager: oneOf(['best-effort', 'restricted', 'single-numa-node']).default('restricted'),
  }),
  'a mapping',
).prefault({});

const profileName = oneOf(['standard', 'high-density', 'high-performance']);

/**
 * The tuning profile of each host, and the settings of the profiles, `infra:hostProfiles`.
 *
 * @example
 * hostProfiles:
 *   hosts:
 *     prd-0: high-density
 */
export const hostProfiles = field(
  z.strictObject({
    /** Profile of hosts that `hosts` does not name. @default 'standard': nothing is changed */
    profile: profileName.default('standard'),
    /** Profiles by the name of a host. @default {} */
    hosts: field(z.record(z.string(), profileName), 'a mapping from hosts to profiles').default({}),
    highDensity,
    highPerformance,
  }),
  'a mapping with profile, hosts, highDensity and highPerformance',
).prefault({});

/** A tuning profile of a host. */
export type HostProfileName = z.output<typeof profileName>;

/** The tuning profile of each host, and the settings of the profiles. */
export type HostProfilesConfig = z.output<typeof hostProfiles>;
