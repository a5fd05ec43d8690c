// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field, listOf, objectName, oneOf, text } from '../config/index.ts';
import type { ReadOutputs, StackContract } from './stack-contract.ts';

/** A bare-metal machine of the infra cluster. */
export const host = z.object({
  /** Its node's name. */
  name: text('the name of a node'),
  /** Where it stands: its label `topology.kubernetes.io/zone`, if it has one. */
  zone: text('the name of a zone').optional(),
  /** Logical CPUs. */
  cpu: field(z.number().positive(), 'a number of CPUs'),
  /** Rounded down. */
  memoryGiB: field(z.int().nonnegative(), 'a whole number of GiB'),
});

/** What the infra cluster's StorageClass can do. */
const storageFacts = z.object({
  name: text('the name of a StorageClass'),
  provisioner: text('the name of a provisioner'),
  volumeBindingMode: oneOf(['Immediate', 'WaitForFirstConsumer']),
  /** Volumes can grow. */
  canExpand: field(z.boolean(), 'true or false'),
  /** Volumes are in some zones or on some hosts only. */
  isTopologyBound: field(z.boolean(), 'true or false'),
  /** The VolumeSnapshotClass for it, if there is one. */
  snapshotClass: text('the name of a VolumeSnapshotClass').optional(),
  /** As CDI knows them; missing before CDI is there. */
  accessModes: listOf(text('an access mode'), 'a list of access modes').optional(),
});

/** The DNS cache on every host. */
const dnsCache = z.object({
  /**
   * `address`: pods, and guests that ask what their pod asks, see the cache at its address;
   * `redirect`: nobody sees it; `none`: there is none.
   */
  mode: oneOf(['address', 'redirect', 'none']),
  address: text('an address').optional(),
});

/** A bridge of hosts, and the VLANs that come to it. */
const bridge = z.object({
  name: text('the name of a bridge'),
  /** IDs and ranges such as `100-199`. */
  vlans: listOf(
    field(z.union([z.int(), z.string()]), 'a VLAN ID, or a range such as 100-199'),
    'a list of VLAN IDs',
  ),
});

/** One bare-metal machine of the infra cluster. */
export type Host = z.output<typeof host>;

/**
 * What the program infra promises to the programs above it. The kubeconfig of cluster-admin, which
 * that stack exports too, is not among it: no program above reads it.
 */
export const infraOutputs = {
  project: 'infra',
  values: z.object({
    environment: objectName(),
    /** Of the infra cluster, `https://host:port`. */
    apiEndpoint: field(z.url({ protocol: /^https?$/ }), 'a URL'),
    /** Sorted by name. */
    hosts: listOf(host, 'a list of hosts'),
    /** Of a cluster that the stack made, once it has a StorageClass. */
    storage: storageFacts.optional(),
    /** Of a cluster that the stack made. */
    dnsCache: dnsCache.optional(),
    /** Those that the stack makes on hosts; undefined: it makes none, or is from before it said so. */
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
