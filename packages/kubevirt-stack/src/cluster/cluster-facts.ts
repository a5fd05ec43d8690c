// SPDX-License-Identifier: Apache-2.0

/** A StorageClass of the infra cluster, as far as the platform depends on it. */
export interface StorageClassFacts {
  readonly name: string;
  readonly provisioner: string;
  /** Marked as the cluster's default, `storageclass.kubernetes.io/is-default-class`. */
  readonly isDefault: boolean;
  /** Marked as CDI's default for VM disks, `storageclass.kubevirt.io/is-default-virt-class`. */
  readonly isVirtDefault: boolean;
  readonly allowVolumeExpansion: boolean;
  readonly volumeBindingMode: 'Immediate' | 'WaitForFirstConsumer';
  /** Its volumes can be reached from some hosts only, by the class's own word. */
  readonly isTopologyBound: boolean;
}

/** An operator's own record of what it runs and what it is on the way to. */
export interface InstalledOperator {
  /** Fully rolled out, without a leading `v`; undefined while the first installation runs. */
  readonly observed: string | undefined;
  /** Being rolled out; the same as `observed` when nothing is under way. */
  readonly target: string | undefined;
}

/** Addresses that the infra cluster uses; a list is empty where the cluster does not say. */
export interface ClusterNetwork {
  /** One for each host, or fewer. */
  readonly podCidrs: readonly string[];
  readonly serviceCidrs: readonly string[];
  /** Of the cluster's own DNS servers. */
  readonly dnsServers: readonly string[];
  /** Where pods reach its API: through its Service, and behind it. */
  readonly api: { readonly addresses: readonly string[]; readonly ports: readonly number[] };
}

/** A host of the infra cluster. */
export interface HostFacts {
  /** Its node's name. */
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** What the infra cluster says about itself. */
export interface ClusterFacts {
  /** Of its API server, such as `1.35.4`. */
  readonly kubernetes: string;
  /** Sorted by name. */
  readonly hosts: readonly HostFacts[];
  /** Undefined: not installed. */
  readonly kubevirt: InstalledOperator | undefined;
  /** Undefined: not installed. */
  readonly cdi: InstalledOperator | undefined;
  /** VMs that still run in the launcher of an earlier KubeVirt. */
  readonly outdatedVirtualMachines: number;
  readonly storageClasses: readonly StorageClassFacts[];
  /** Provisioners (CSI drivers) that have a VolumeSnapshotClass. */
  readonly snapshotDrivers: readonly string[];
  /** From kube-proxy's own configuration; undefined where there is none (Cilium without it, ...). */
  readonly kubeProxy: { readonly mode: string; readonly strictARP: boolean } | undefined;
  /** Whether whereabouts is installed, which gives out addresses of further networks. */
  readonly whereabouts: boolean;
  readonly network: ClusterNetwork;
}
