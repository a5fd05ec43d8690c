// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field, listOf, objectName, oneOf, text, trueOrFalse } from '../config/fields.ts';
import type { ReadOutputs, StackContract } from './stack-contract.ts';

/** A taint of a node that keeps pods away which do not tolerate it. */
const taint = z.object({
  key: text('the key of a taint'),
  value: text('the value of a taint').optional(),
  effect: oneOf(['NoSchedule', 'NoExecute']),
});

/** A host of the infra cluster. */
export const host = z.object({
  /** Name of its node. */
  name: text('the name of a node'),
  /** Its label `topology.kubernetes.io/zone`, if it has one. */
  zone: text('the name of a zone').optional(),
  /** Logical CPUs. */
  cpu: field(z.number().positive(), 'a number of CPUs'),
  /** Memory, rounded down. */
  memoryGiB: field(z.int().nonnegative(), 'a whole number of GiB'),
  /** Its lasting taints; missing if it has none, or the output predates them. */
  taints: listOf(taint, 'a list of taints').optional(),
  /** Pods that its kubelet takes; missing if nobody says it, or the output predates it. */
  pods: field(z.int().nonnegative(), 'a whole number of pods').optional(),
  /** Addresses of its node, IPv4 and IPv6; missing if nobody says them, or the output predates them. */
  addresses: listOf(text('an address'), 'a list of addresses').optional(),
  /**
   * Names of hosts that take none of its running VMs with the CPU model `host-model`, for they lack
   * something of its CPU; missing if all others do, nobody says it, or the output predates it.
   */
  cpuRefusedBy: listOf(text('the name of a node'), 'a list of nodes').optional(),
  /**
   * Whether VMs can have CPUs of it for themselves: its kubelet has the static policy, and KubeVirt its gate.
   * Missing before KubeVirt runs there, if nobody says it, or the output predates it.
   */
  dedicatedCpus: trueOrFalse().optional(),
});

/** The DNS cache on every host. */
const dnsCache = z.object({
  /**
   * `address`: pods, and guests with their pod's DNS servers, use the cache at its address;
   * `redirect`: it is transparent; `none`: there is none.
   */
  mode: oneOf(['address', 'redirect', 'none']),
  address: text('an address').optional(),
});

/** A bridge of hosts, and the VLANs that it carries. */
const bridge = z.object({
  name: text('the name of a bridge'),
  /** The card that is its port; missing in stacks that predate this output. */
  uplink: text('the name of a network card').optional(),
  /** IDs and ranges such as `100-199`. */
  vlans: listOf(
    field(z.union([z.int(), z.string()]), 'a VLAN ID, or a range such as 100-199'),
    'a list of VLAN IDs',
  ),
  /** The hosts that have it; missing if all have it, and in outputs that predate this. */
  hosts: listOf(text('the name of a node'), 'a list of nodes').optional(),
});

/** A host of the infra cluster. */
export type Host = z.output<typeof host>;

/**
 * The outputs of the program infra for the programs above it. The cluster-admin kubeconfig, which
 * that stack exports too, is not among them: no program above reads it.
 */
export const infraOutputs = {
  project: 'infra',
  values: z.object({
    environment: objectName(),
    /** URL of the infra cluster's API, `https://host:port`. */
    apiEndpoint: field(z.url({ protocol: /^https?$/ }), 'a URL'),
    /** Sorted by name. */
    hosts: listOf(host, 'a list of hosts'),
    /** DNS cache of a cluster that the stack made. */
    dnsCache: dnsCache.optional(),
    /**
     * Bridges that the stack makes on hosts; undefined if it makes none, or predates this output.
     */
    bridges: listOf(bridge, 'a list of bridges').optional(),
  }),
  secrets: z.object({
    /** With the rights of the stacks kubevirt-stack and addons; needs no other file. */
    platformKubeconfig: text('a kubeconfig'),
    /** With the rights of the stacks of user clusters; needs no other file. */
    userClustersKubeconfig: text('a kubeconfig'),
  }),
} as const satisfies StackContract<z.ZodObject, z.ZodObject>;

/** The outputs of infra as another program reads them. */
export type InfraOutputs = ReadOutputs<typeof infraOutputs>;
