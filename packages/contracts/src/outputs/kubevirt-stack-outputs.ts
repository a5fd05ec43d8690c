// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import {
  dottedName,
  field,
  listOf,
  objectName,
  oneOf,
  storage,
  text,
  wholeNumber,
} from '../config/index.ts';
import { userClusterDefaults } from '../config/kubevirt-stack/user-cluster-default-fields.ts';
import { registryMirror } from '../registry-mirror-field.ts';
import type { ReadOutputs, StackContract } from './stack-contract.ts';

const byComponent = (expected: string) =>
  field(z.record(z.string(), text(expected)), `${expected} for each component`);

/** An operating system's disk that machines are copies of. */
const goldenImage = z.object({
  name: objectName(),
  os: text('the name of an operating system'),
  version: text('a version'),
  namespace: objectName(),
  /** What a disk's `sourceRef` names. */
  dataSource: objectName(),
  /** Of the smallest disk that can be a copy. */
  sizeGiB: wholeNumber(1),
  /** How a copy is made: by the storage, or by pods that copy all of it. */
  clone: oneOf(['snapshot', 'csi-clone', 'host-assisted']).optional(),
});

/** A network that machines can have an interface in. */
const network = z.object({
  name: objectName(),
  type: oneOf(['vlan', 'bridge', 'sriov']),
  /** What a machine's `networks[].multus.networkName` says. */
  attachTo: text('the name of a network'),
  vlan: wholeNumber(1).optional(),
  mtu: wholeNumber(1).optional(),
});

const yesOrNo = field(z.boolean(), 'true or false');

/** A StorageClass of the infra cluster. */
const storageClass = z.object({
  name: objectName(253),
  provisioner: text('the name of a provisioner'),
  volumeBindingMode: oneOf(['Immediate', 'WaitForFirstConsumer']),
  isTopologyBound: yesOrNo,
  allowVolumeExpansion: yesOrNo,
  /** Whether it has a VolumeSnapshotClass. */
  snapshots: yesOrNo,
});

const addresses = listOf(text('a range of addresses'), 'a list of ranges of addresses');

/** What the program kubevirt-stack promises to the programs above it. */
export const kubevirtStackOutputs = {
  project: 'kubevirt-stack',
  values: z.object({
    /** Name of the tested set of versions. */
    release: text('the name of a release'),
    /** Version of each installed component, without a leading `v`. */
    versions: byComponent('a version'),
    /** Where each component runs. */
    namespaces: byComponent('a namespace'),
    storage,
    instancetypes: listOf(
      z.object({
        name: dottedName(),
        cpu: wholeNumber(1),
        /** KubeVirt's own smallest ones have half of one. */
        memoryGiB: field(z.number().positive(), 'a number above 0'),
        /** Devices of the host that a machine of this size has, graphics cards included. */
        hostDevices: wholeNumber(0).optional(),
        /**
         * CPUs of the host that are its own, those for QEMU's own work included; undefined: it
         * shares them.
         */
        hostCpus: wholeNumber(1).optional(),
      }),
      'a list of instancetypes',
    ),
    preferences: listOf(objectName(), 'a list of preferences'),
    /** Those whose machines have no screen; of platforms that do not say it yet, none. */
    headlessPreferences: listOf(objectName(), 'a list of preferences').optional(),
    loadBalancerPools: listOf(
      z.object({
        name: objectName(),
        addresses: listOf(text('a range of addresses'), 'a list of addresses'),
        /** The only user cluster that may have addresses of it; undefined: all may. */
        boundTo: objectName().optional(),
        /** Whether a Service that names no pool may get an address of it. */
        autoAssign: field(z.boolean(), 'true or false').default(true),
      }),
      'a list of address pools',
    ),
    goldenImages: listOf(goldenImage, 'a list of images'),
    /** The Role in the namespace of images that allows to make copies of them. */
    imageClonerRole: objectName(),
    networks: listOf(network, 'a list of networks'),
    /** VLANs that user clusters may have as their own; of platforms that do not say it yet, any. */
    tenantVlans: z
      .object({
        given: listOf(
          z.object({
            bridge: text('the name of a bridge'),
            ids: listOf(
              field(z.union([z.int(), z.string()]), 'a VLAN ID, or a range such as 100-199'),
              'a list of VLAN IDs',
            ),
            boundTo: objectName().optional(),
          }),
          'a list of VLANs',
        ).optional(),
        taken: listOf(z.object({ name: objectName(), vlan: wholeNumber(1) }), 'a list of networks'),
      })
      .optional(),
    /** Whether hosts offer the bridges that they have, as resources; undefined: they do not. */
    bridgesMarked: yesOrNo.optional(),
    /**
     * By how much more KubeVirt reckons what a machine's pod takes on top of the machine's memory.
     *
     * @default 1
     */
    launcherOverheadRatio: field(z.number().min(1), 'a number of 1 or more').optional(),
    /** Optional features of KubeVirt that have been switched on. */
    featureGates: listOf(text('the name of a feature gate'), 'a list of feature gates'),
    storageClasses: listOf(storageClass, 'a list of StorageClasses'),
    /** Addresses of the infra cluster itself; empty lists where it does not say. */
    clusterNetwork: z.object({
      podCidrs: addresses,
      serviceCidrs: addresses,
      dnsServers: addresses,
      /** Where pods reach its API. */
      api: z.object({ addresses, ports: listOf(wholeNumber(1), 'a list of ports') }).optional(),
    }),
    /** What holds for all user clusters; of platforms that do not know it yet, nothing does. */
    userClusterDefaults: userClusterDefaults.optional(),
    /** Where all images are pulled from; undefined: from their own registries. */
    registryMirror: registryMirror.optional(),
    /** Where the platform is watched; undefined: it is not. */
    monitoring: z
      .object({
        namespace: objectName(),
        prometheus: text('the address of Prometheus'),
        grafana: text('the address of Grafana').optional(),
      })
      .optional(),
  }),
  secrets: z.object({}),
} as const satisfies StackContract<z.ZodObject, z.ZodObject>;

/** The outputs of kubevirt-stack as another program reads them. */
export type KubevirtStackOutputs = ReadOutputs<typeof kubevirtStackOutputs>;
