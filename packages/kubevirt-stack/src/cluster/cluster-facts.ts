// SPDX-License-Identifier: Apache-2.0
import type { CdiCloneStrategy } from '../config/cdi-fields.ts';
import type { VolumeModes } from './modes-by-volume-mode.ts';

/** The facts about a StorageClass of the infra cluster that the platform depends on. */
export interface StorageClassFacts {
  readonly name: string;
  readonly provisioner: string;
  readonly allowVolumeExpansion: boolean;
  readonly volumeBindingMode: 'Immediate' | 'WaitForFirstConsumer';
  /**
   * Whether the class itself says (`allowedTopologies`) that only some hosts can reach its volumes.
   */
  readonly isTopologyBound: boolean;
  /** Parameters for its driver; undefined where nobody has asked the cluster. */
  readonly parameters?: Readonly<Record<string, string>> | undefined;
  /** How CDI is to clone its volumes, `cdi.kubevirt.io/clone-strategy`. @default CDI decides */
  readonly cloneStrategy?: CdiCloneStrategy | undefined;
  /**
   * Access modes from CDI's StorageProfile, empty if CDI does not know the storage; undefined if CDI
   * has not filled in the StorageProfile yet.
   */
  readonly accessModes?: readonly string[] | undefined;
  /** The first of them in the StorageProfile, which CDI takes for a disk that names none. */
  readonly usualAccessModes?: readonly string[] | undefined;
  /** Those that CDI takes for a disk that names its volume mode alone. */
  readonly byVolumeMode?: readonly VolumeModes[] | undefined;
}

/** The version that an operator runs and the one that it rolls out, from its own status. */
export interface InstalledOperator {
  /**
   * Version that is fully rolled out, without a leading `v`; undefined during the first
   * installation.
   */
  readonly observed: string | undefined;
  /** Version that is being rolled out; the same as `observed` if no rollout is under way. */
  readonly target: string | undefined;
}

/** Addresses that the infra cluster uses; a list is empty if the cluster does not publish it. */
export interface ClusterNetwork {
  /** At most one for each host. */
  readonly podCidrs: readonly string[];
  readonly serviceCidrs: readonly string[];
  /** Addresses of the cluster's own DNS servers. */
  readonly dnsServers: readonly string[];
  /** Where pods reach the API server: its Service and the endpoints behind it. */
  readonly api: { readonly addresses: readonly string[]; readonly ports: readonly number[] };
}

/** A host of the infra cluster. */
export interface HostFacts {
  /** Name of its node. */
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** A size or preference that Strata made in the infra cluster. */
export interface CatalogueEntry {
  /** The key of the configuration that the entry stands for. */
  readonly key: 'instancetypes' | 'preferences';
  readonly name: string;
  /** Its spec in the cluster. */
  readonly spec: object;
  /** Number of VMs that were made with it. */
  readonly vms: number;
}

/** An import of a container disk that Strata made in the infra cluster, a DataImportCron. */
export interface ImageImport {
  /** Name of the golden image. */
  readonly name: string;
  /** Size of what was imported last; of the DataImportCron while nothing is. */
  readonly sizeGiB: number;
  readonly className: string | undefined;
  readonly volumeMode: string | undefined;
}

/** A pool of addresses that MetalLB of the infra cluster has. */
export interface LivePool {
  readonly name: string;
  readonly addresses: readonly string[];
}

/** Facts that are read from the infra cluster. */
export interface ClusterFacts {
  /** Version of its API server, such as `1.35.4`. */
  readonly kubernetes: string;
  /** Sorted by name. */
  readonly hosts: readonly HostFacts[];
  /**
   * Extended resources that at least one host offers now, such as `nvidia.com/A10`, sorted; undefined
   * if no node says what it has.
   */
  readonly offeredDevices?: readonly string[] | undefined;
  /** Resource names of the devices that the installed KubeVirt is to offer by itself. @default [] */
  readonly ownDevices?: readonly string[] | undefined;
  /** Undefined if it is not installed. */
  readonly kubevirt: InstalledOperator | undefined;
  /** Undefined if it is not installed. */
  readonly cdi: InstalledOperator | undefined;
  /** Number of VMs that still run in a virt-launcher of an earlier KubeVirt. */
  readonly outdatedVirtualMachines: number;
  readonly machineCatalogue: readonly CatalogueEntry[];
  readonly imageImports: readonly ImageImport[];
  /** Names of the golden images that Strata made from files. */
  readonly fileImages: readonly string[];
  readonly addressPools: readonly LivePool[];
  readonly storageClasses: readonly StorageClassFacts[];
  /** VolumeSnapshotClasses, each with the driver (the provisioner of its volumes), sorted by name. */
  readonly snapshotClasses: readonly { readonly name: string; readonly driver: string }[];
  /**
   * From kube-proxy's configuration; undefined if there is none (for example, Cilium without
   * kube-proxy).
   */
  readonly kubeProxy: { readonly mode: string; readonly strictARP: boolean } | undefined;
  /** Whether whereabouts is installed, which assigns addresses in additional networks. */
  readonly whereabouts: boolean;
  readonly network: ClusterNetwork;
}
