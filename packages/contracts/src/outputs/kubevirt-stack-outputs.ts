// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import {
  dottedName,
  field,
  listOf,
  objectName,
  oneOf,
  text,
  trueOrFalse,
  wholeNumber,
} from '../config/fields.ts';
import { storage } from '../config/index.ts';
import { userClusterDefaults } from '../config/user-cluster-default-fields.ts';
import { registryMirror } from '../registry-mirror-field.ts';
import type { ReadOutputs, StackContract } from './stack-contract.ts';

const byComponent = (expected: string) =>
  field(z.record(z.string(), text(expected)), `${expected} for each component`);

/** An OS image that VM disks are copied from. */
const goldenImage = z.object({
  name: objectName(),
  os: text('the name of an operating system'),
  version: text('a version'),
  namespace: objectName(),
  /** Name for a disk's `sourceRef`. */
  dataSource: objectName(),
  /** Size of the smallest disk that can be a copy. */
  sizeGiB: wholeNumber(1),
  /** How a copy is made: by the storage, or by pods that copy the data. */
  clone: oneOf(['snapshot', 'csi-clone', 'host-assisted']).optional(),
});

/** A network that VMs can have an interface in. */
const network = z.object({
  name: objectName(),
  type: oneOf(['vlan', 'bridge', 'sriov']),
  /** Value for a VM's `networks[].multus.networkName`. */
  attachTo: text('the name of a network'),
  /** Its bridge on the hosts; missing for SR-IOV, and in outputs that predate this. */
  bridge: text('the name of a bridge').optional(),
  vlan: wholeNumber(1).optional(),
  mtu: wholeNumber(1).optional(),
});

/** A StorageClass of the infra cluster. */
const storageClass = z.object({
  name: dottedName(),
  provisioner: text('the name of a provisioner'),
  volumeBindingMode: oneOf(['Immediate', 'WaitForFirstConsumer']),
  isTopologyBound: trueOrFalse(),
  allowVolumeExpansion: trueOrFalse(),
  /** VolumeSnapshotClasses of its driver; undefined for platforms that predate this output. */
  snapshotClasses: listOf(dottedName(), 'a list of VolumeSnapshotClasses').optional(),
  /**
   * Access modes that CDI knows for it, empty if CDI does not know its storage; undefined before CDI
   * is installed, and for platforms that predate this output.
   */
  accessModes: listOf(text('an access mode'), 'a list of access modes').optional(),
  /** Those that CDI takes for a disk that names none; undefined like `accessModes`, or if CDI knows none. */
  usualAccessModes: listOf(text('an access mode'), 'a list of access modes').optional(),
  /** Those that CDI takes for a disk that names its volume mode alone; undefined like `usualAccessModes`. */
  byVolumeMode: listOf(
    z.object({
      volumeMode: oneOf(['Block', 'Filesystem']),
      accessModes: listOf(text('an access mode'), 'a list of access modes'),
    }),
    'a list of volume modes with their access modes',
  ).optional(),
});

const addresses = listOf(text('a range of addresses'), 'a list of ranges of addresses');

/** The outputs of the program kubevirt-stack for the programs above it. */
export const kubevirtStackOutputs = {
  project: 'kubevirt-stack',
  values: z.object({
    /** Name of the tested set of versions. */
    release: text('the name of a release'),
    /** Version of each installed component, without a leading `v`. */
    versions: byComponent('a version'),
    /** Namespace of each component. */
    namespaces: byComponent('a namespace'),
    storage,
    instancetypes: listOf(
      z.object({
        name: dottedName(),
        cpu: wholeNumber(1),
        /** A fraction, because KubeVirt's own smallest sizes have half a GiB. */
        memoryGiB: field(z.number().positive(), 'a number above 0'),
        /** Number of host devices of this size, GPUs included. */
        hostDevices: wholeNumber(0).optional(),
        /**
         * Number of dedicated host CPUs, those for QEMU itself included; undefined if it shares
         * them.
         */
        hostCpus: wholeNumber(1).optional(),
        /**
         * Number of IO threads for which its pod requests shared CPUs; missing if there are none, and with
         * `hostCpus`, which include them.
         */
        ioThreads: wholeNumber(1).optional(),
        /** Whether its devices move with a VM; missing if they do not, or it has none. */
        devicesMove: field(z.literal(true), 'true').optional(),
        /** Its CPU model; missing if it is that of the platform. */
        cpuModel: text('the name of a CPU model').optional(),
        /** Labels of the hosts that its VMs run on; missing if it names none. */
        nodeSelector: field(
          z.record(z.string(), z.string()),
          'a mapping of node labels',
        ).optional(),
      }),
      'a list of instancetypes',
    ),
    /**
     * CPU model of VMs whose size has none; missing if that is KubeVirt's default, `host-model`, and for
     * platforms that predate this output.
     */
    cpuModel: text('the name of a CPU model').optional(),
    /** Of its own and, if it installs them, of KubeVirt's, such as `rhel.9`. */
    preferences: listOf(dottedName(), 'a list of preferences'),
    /** Preferences whose VMs have no screen; none for platforms that predate this output. */
    headlessPreferences: listOf(dottedName(), 'a list of preferences').optional(),
    /**
     * Device settings of preferences; undefined for platforms that predate this output. A
     * preference that is not listed has no device settings: each interface has one queue, and
     * devices can be added.
     */
    preferenceDevices: listOf(
      z.object({
        name: dottedName(),
        /** Whether each interface has a pair of queues for each virtual CPU. */
        networkMultiQueue: trueOrFalse(),
        /** Whether disks and interfaces can be added while the VM runs. */
        hotplug: trueOrFalse(),
      }),
      'a list of preferences with their devices',
    ).optional(),
    /**
     * The sizes that KubeVirt accepts with each preference; undefined for platforms that predate this
     * output.
     */
    preferenceSizes: listOf(
      z.object({
        name: dottedName(),
        /** Which parts of the guest's CPU topology the CPUs of a size become. */
        cpuTopology: text('a CPU topology'),
        /** Number of cores in a socket for the topology `spread`. */
        spreadRatio: wholeNumber(2).optional(),
        /** The smallest VM that may have it. */
        requires: z
          .object({
            cpu: wholeNumber(1).optional(),
            /** A fraction, because KubeVirt's own have some. */
            memoryGiB: field(z.number().positive(), 'a number above 0').optional(),
          })
          .optional(),
      }),
      'a list of preferences with the sizes that fit them',
    ).optional(),
    loadBalancerPools: listOf(
      z.object({
        name: objectName(),
        addresses: listOf(text('a range of addresses'), 'a list of addresses'),
        /** The only user cluster that may use its addresses; undefined: all may. */
        boundTo: objectName().optional(),
        /** Whether a Service that names no pool may get an address of it. */
        autoAssign: trueOrFalse().default(true),
        /** Whether no Service gets an address of it that ends in .0 or .255. @default false */
        avoidBuggyIPs: trueOrFalse().optional(),
        /**
         * Hosts from which none of its addresses is announced; missing if there are none, and for platforms
         * that predate this output.
         */
        silentHosts: listOf(text('the name of a node'), 'a list of nodes').optional(),
      }),
      'a list of address pools',
    ),
    goldenImages: listOf(goldenImage, 'a list of images'),
    /** The Role in the namespace of images that allows copying them. */
    imageClonerRole: objectName(),
    networks: listOf(network, 'a list of networks'),
    /**
     * VLANs that user clusters may have as their own; any for platforms that predate this output.
     */
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
    /**
     * User clusters that may have `cloud.selectorless`; all for platforms that predate this output.
     */
    selectorlessClusters: listOf(objectName(), 'a list of user clusters').optional(),
    /** Whether hosts advertise their bridges as resources; undefined: they do not. */
    bridgesMarked: trueOrFalse().optional(),
    /**
     * Factor on KubeVirt's estimate of what a VM's pod needs in addition to the VM's memory.
     *
     * @default 1
     */
    launcherOverheadRatio: field(z.number().min(1), 'a number of 1 or more').optional(),
    /**
     * Memory of VMs in percent of what their pods request for it.
     *
     * @default 100
     */
    memoryOvercommitPercent: wholeNumber(10).optional(),
    /** Optional features of KubeVirt that are switched on. */
    featureGates: listOf(text('the name of a feature gate'), 'a list of feature gates'),
    storageClasses: listOf(storageClass, 'a list of StorageClasses'),
    /**
     * Network of `kubevirt.migrations.network`, whose addresses whereabouts gives out; undefined if VMs
     * migrate over the pod network, and for platforms that predate this output.
     */
    migrationNetwork: objectName().optional(),
    /**
     * Seconds for each GB of memory before a live migration is aborted; missing if that is KubeVirt's
     * default, 150, and for platforms that predate this output.
     */
    migrationTimeoutPerGiB: wholeNumber(1).optional(),
    /**
     * Whether KubeVirt pauses the guest then, and gives the migration as much time again; missing if not,
     * and for platforms that predate this output.
     */
    migrationsPause: field(z.literal(true), 'true').optional(),
    /**
     * How running VMs get the launcher of a newer KubeVirt; missing for platforms that predate this
     * output.
     */
    workloadUpdateMethods: listOf(
      oneOf(['LiveMigrate', 'Evict']),
      'a list of "LiveMigrate" and "Evict"',
    ).optional(),
    /**
     * Where virt-handler runs, and so VMs, besides hosts without taints; missing for platforms that predate
     * this output.
     */
    workloads: z
      .object({
        nodeSelector: field(z.record(z.string(), z.string()), 'a mapping of node labels'),
        tolerations: listOf(
          z.object({
            key: text('the key of a taint').optional(),
            operator: oneOf(['Equal', 'Exists']),
            value: z.string().optional(),
            effect: oneOf(['NoSchedule', 'PreferNoSchedule', 'NoExecute']).optional(),
          }),
          'a list of tolerations',
        ),
      })
      .optional(),
    /** Addresses of the infra cluster itself; lists are empty if it does not publish them. */
    clusterNetwork: z.object({
      podCidrs: addresses,
      serviceCidrs: addresses,
      dnsServers: addresses,
      /** Where pods reach its API. */
      api: z.object({ addresses, ports: listOf(wholeNumber(1), 'a list of ports') }).optional(),
    }),
    /** Defaults of all user clusters; none for platforms that predate this output. */
    userClusterDefaults: userClusterDefaults.optional(),
    /** Registry that all images are pulled from; undefined: their own registries. */
    registryMirror: registryMirror.optional(),
    /** Namespace and URLs of monitoring; undefined if it is off. */
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
