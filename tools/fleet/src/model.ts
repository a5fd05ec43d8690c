// SPDX-License-Identifier: Apache-2.0
// Data of the page, as plain JSON: the collector writes it in Node, the page reads it in the
// browser. Only values that a field of these types names get from files into this data.
import type { Source } from './fact-source.ts';
import type { VlanFacts } from './vlan-model.ts';

export type { Source };

/** Fact, or the reason why it is unknown. */
export type Known<T> =
  | { readonly value: T; readonly problem?: undefined }
  | { readonly problem: string; readonly value?: undefined };

/** When deployments may update the environments of a ring. */
export interface RingWindows {
  /** Each window in words, such as `Mon, Tue 09:00 to 16:00 (Europe/Berlin)`. */
  readonly texts: readonly string[];
  /** Whether one was open at the time of reading. */
  readonly isOpen: boolean;
  /** When the next one opens after that, such as `Mon 2026-11-30 09:00 (Europe/Berlin)`. */
  readonly opens?: string;
  /** Time of reading, as ISO time. */
  readonly at: string;
}

/** Ring: one step of deployments. */
export interface Ring {
  readonly name: string;
  readonly environments: readonly string[];
  /** Undefined when deployments may update it at any time. */
  readonly windows?: RingWindows;
  readonly source: Source;
}

/** Next possible update, or the reason why there is none. */
export interface NextHop {
  readonly text: string;
  readonly state: 'ready' | 'newest' | 'blocked';
}

/** VMs of one group that are on the same host, or fit on no host. */
export interface PlacedGroup {
  readonly cluster: string;
  readonly name: string;
  readonly machines: number;
  /** Host CPUs of one VM. */
  readonly cpu: number;
  readonly memoryMib: number;
  /** Pods of one VM. */
  readonly pods: number;
  /** Hosts whose taints it tolerates; undefined: all. */
  readonly onlyOn?: readonly string[];
}

/** Host with the VMs that the planner puts there. */
export interface PlacedHost {
  readonly name: string;
  /** CPUs for VMs. */
  readonly cpu: number;
  readonly memoryMib: number;
  readonly groups: readonly PlacedGroup[];
  readonly freeCpu: number;
  readonly freeMemoryMib: number;
  /** Pods that its kubelet still takes. */
  readonly freePods: number;
}

/** Placement of all VMs by the planner. */
export interface Scenario {
  /** Number of lost hosts, the largest ones; 0 means none. */
  readonly hostLoss: number;
  readonly lost: readonly string[];
  readonly hosts: readonly PlacedHost[];
  readonly unplaced: readonly PlacedGroup[];
}

/** Host as the files describe it. */
export interface HostFact {
  readonly name: string;
  readonly zone: string;
  readonly cpu: number;
  readonly memoryGiB: number;
  /** Whether VMs of user clusters may run there. */
  readonly takesMachines: boolean;
}

/** Hosts of an environment, and what they have room for. */
export interface CapacityFacts {
  readonly hosts: readonly HostFact[];
  /** Hosts that are control planes of the infra cluster; empty where Strata did not make it. */
  readonly controlPlanes: readonly string[];
  readonly reservedCpu: number;
  readonly reservedMemoryGiB: number;
  /** Virtual CPUs that KubeVirt puts on one CPU of a host. */
  readonly cpuAllocationRatio: number;
  readonly machines: number;
  readonly virtualCpus: number;
  readonly hostCpus: number;
  readonly memoryGiB: number;
  readonly hostMemoryGiB: number;
  readonly cpuOvercommit: number;
  readonly freeMemoryPercent: number;
  readonly largest?: { readonly host: string; readonly cpu: number; readonly memoryGiB: number };
  /** Number of hosts that may be lost at a time. */
  readonly hostLoss: number;
  /** Messages about exceeded limits. */
  readonly problems: readonly string[];
  /** Placements now, with one host lost, and with as many lost as the limits allow. */
  readonly scenarios: readonly Scenario[];
  readonly sources: {
    readonly hosts: Source;
    readonly limits: Source;
    readonly sharing: Source;
    /** Where Strata makes the hosts; undefined for a cluster that it did not make. */
    readonly made?: Source;
  };
}

/** Monthly cost of a user cluster, or of all of them together. */
export interface CostRow {
  readonly name: string;
  /** Amount and quantity of each thing, in the order of {@link CostFacts.things}. */
  readonly parts: readonly string[];
  readonly sum: string;
}

/** Monthly cost of an environment. */
export interface CostFacts {
  readonly currency: string;
  readonly things: readonly string[];
  readonly clusters: readonly CostRow[];
  readonly all: CostRow;
  /** Items that are in no sum, each with the fix. */
  readonly notPriced: readonly string[];
  /** Undefined when a host has no price. */
  readonly hosts?: Known<{
    readonly count: number;
    readonly paidFor: string;
    /** Share of it that user clusters use; undefined when nothing is paid. */
    readonly usedPercent?: string;
  }>;
  readonly source: Source;
}

/** Group of VMs of one kind. */
export interface MachineGroup {
  /** `cp` for the control plane, or the pool's name. */
  readonly name: string;
  readonly role: 'control-plane' | 'worker';
  readonly machines: number;
  /** Name of a size; empty when the file gives CPUs and memory. */
  readonly size: string;
  /** Undefined when the size is unknown. */
  readonly cpu?: number;
  readonly memoryGiB?: number;
  readonly image: string;
  readonly kubernetes: string;
  /** Effect of a drain of the host. */
  readonly onDrain: 'migrates' | 'drains' | 'blocks';
  /** How its machines come to the launcher of a new KubeVirt, where it asks for a migration or an eviction. */
  readonly onUpdate: {
    readonly migration: 'migrates' | 'waits' | 'cannot';
    readonly eviction: 'migrates' | 'waits' | 'restarts' | 'refuses';
  };
  /** Disks that other hosts, or those of another zone, cannot reach. */
  readonly localDisks: readonly string[];
  readonly reasons: readonly string[];
  readonly source: Source;
}

/** Something that expires. */
export interface Ending {
  readonly what: string;
  readonly lifetimeDays: number;
  readonly renewBeforeDays: number;
  readonly source: Source;
}

/** Address or range of a cluster. */
export interface Address {
  readonly what: string;
  readonly text: string;
  readonly source: Source;
}

/** Day from which on nobody needs a cluster. */
export interface ExpiryFact {
  /** Such as `2027-01-31`. */
  readonly day: string;
  /** At the time of reading; `soon` is within the time in which an alert fires. */
  readonly state: 'later' | 'soon' | 'over';
  readonly source: Source;
}

/**
 * Result of a check that somebody ran on the machine on which the page was written. It comes from
 * the file that the check left there.
 */
export interface CheckRecord {
  readonly what: string;
  readonly text: string;
  readonly tone: 'good' | 'warn' | 'bad';
  /** When the check ended, as ISO time; undefined when it never ran. */
  readonly at?: string;
  /** When the file was read, as ISO time. */
  readonly readAt?: string;
  readonly source: Source;
}

/** Kubernetes minor that a cluster cannot have, nor any later one. */
export interface RefusedMinor {
  /** Such as `1.36`. */
  readonly from: string;
  readonly reason: string;
}

/** Facts from the file of a cluster. */
export interface ClusterFacts {
  readonly kubernetes: string;
  readonly next: NextHop;
  /** Undefined if its platform and its machines run all minors that come next. */
  readonly refused?: RefusedMinor;
  readonly groups: readonly MachineGroup[];
  readonly addresses: readonly Address[];
  readonly endings: readonly Ending[];
  /** Undefined when its file names no day. */
  readonly expiry?: ExpiryFact;
  /** Where the file says that the cluster has no VMs in its pools; undefined when it has them. */
  readonly hibernated?: Source;
  /** Whether its etcd is backed up. */
  readonly hasBackups: boolean;
  readonly isProtected: boolean;
  readonly volumes: 'retain' | 'delete';
  readonly source: Source;
}

/** User cluster. */
export interface Cluster {
  readonly name: string;
  readonly file: string;
  /** Profiles that it extends, the strongest last. */
  readonly profiles: readonly string[];
  /** Results of the checks that were run on this machine. */
  readonly records: readonly CheckRecord[];
  readonly facts: Known<ClusterFacts>;
}

/** Path from one cluster to another. */
export interface IsolationWay {
  readonly from: string;
  readonly to: string;
  readonly plane: string;
  readonly by: string;
  /** Owner and purpose of an intended path; undefined when no file declares it as intended. */
  readonly reason?: string;
}

/** Paths between clusters. */
export interface IsolationFacts {
  readonly clusters: readonly string[];
  readonly ways: readonly IsolationWay[];
  /** Connections that were tried between each pair of clusters, by plane. */
  readonly tried: readonly { readonly plane: string; readonly what: string }[];
  readonly intendedSource: Source;
}

/** Share of a cluster in a range, counted in the units of its area. */
export interface AddressShare {
  readonly cluster: string;
  readonly text: string;
  readonly start: number;
  readonly length: number;
  readonly source: Source;
}

/** Range from which clusters choose. */
export interface AddressRange {
  readonly text: string;
  readonly units: number;
  readonly free: number;
  readonly shares: readonly AddressShare[];
}

/** Kind of resource from which clusters choose. */
export interface AddressArea {
  readonly name: string;
  readonly unit: string;
  readonly ranges: readonly AddressRange[];
  readonly source: Source;
}

/** One commit: what it does, and what it changes where. */
export interface Edit {
  readonly text: string;
  /** Path of the file; undefined when no file of this repository says it. */
  readonly file?: string;
  /** Text to write, such as `kubevirt-stack:release: v1.9`. */
  readonly change: string;
}

/** Updates, one after the other, that lead a platform to a later release. */
export interface ReleaseWay {
  readonly release: string;
  readonly kubevirt: string;
  readonly edits: readonly Edit[];
  /** Reason why there is no way. */
  readonly problem?: string;
}

/** How running machines come to the launcher of a new KubeVirt. */
export interface LauncherUpdate {
  /** `both` evicts the machines that cannot migrate; `eviction` leaves it to each how it goes. */
  readonly by: 'both' | 'eviction' | 'migration' | 'nobody';
  /** Number of machines that are evicted at once. */
  readonly batch: number;
  /** Time between two batches, such as `1m`. */
  readonly interval: string;
}

/** Platform of an environment. */
export interface PlatformFacts {
  readonly release: string;
  readonly kubevirt: string;
  readonly cdi: string;
  /** File of this repository that lists the contents of the release. */
  readonly contents: Source;
  readonly next: NextHop;
  /** Kubernetes minors of the infra cluster that the release runs on. */
  readonly runsOn: { readonly oldest: string; readonly newest: string };
  /** Undefined if the platform's file is wrong. */
  readonly launcherUpdate?: LauncherUpdate;
  /** Ways to all later releases, the next one first. */
  readonly ways: readonly ReleaseWay[];
  readonly source: Source;
}

/** Page of the environment's Grafana. */
export interface DashboardLink {
  readonly title: string;
  readonly url: string;
  /** View of the environment that shows the same things. */
  readonly view: 'overview' | 'hosts' | 'clusters';
  /** Query that chooses a user cluster, up to its name; undefined if no cluster can be chosen. */
  readonly clusterQuery?: string;
}

/** Dashboards of an environment. */
export interface DashboardFacts {
  readonly links: readonly DashboardLink[];
  readonly source: Source;
}

/** Infra cluster with everything on it. */
export interface Environment {
  readonly name: string;
  /** Name of the ring; undefined when no deployment touches the environment. */
  readonly ring?: string;
  readonly platform: Known<PlatformFacts>;
  /** Kubernetes version of the infra cluster. */
  readonly kubernetes: Known<{ readonly version: string; readonly source: Source }>;
  readonly capacity: Known<CapacityFacts>;
  /** Undefined when the environment has no prices. */
  readonly cost?: Known<CostFacts>;
  readonly clusters: readonly Cluster[];
  /** Results of the drift checks of the environment's own stacks that were run on this machine. */
  readonly records: readonly CheckRecord[];
  readonly isolation: Known<IsolationFacts>;
  readonly addresses: readonly AddressArea[];
  readonly vlans: VlanFacts;
  /** Undefined when the platform's file does not say where people reach its Grafana. */
  readonly dashboards?: DashboardFacts;
  /** Why some of its files could not be read: all above is without them. Undefined: all could. */
  readonly unread?: readonly string[];
}

/** Everything that the page shows. */
export interface Fleet {
  readonly rings: Known<readonly Ring[]>;
  readonly environments: readonly Environment[];
  /** Places that contradict others or cannot be read; `check-plan` reports what is wrong. */
  readonly contradictions: readonly Source[];
}
