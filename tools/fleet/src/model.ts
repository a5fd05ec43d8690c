// SPDX-License-Identifier: Apache-2.0
// What the page shows, as plain JSON: the collector writes it in Node, the page reads it in the
// browser. Nothing of a file gets in here but what a field of these types names.

/** Where a fact stands. */
export interface Source {
  /** From the root of the repository. */
  readonly file: string;
  /** In the file; empty: the whole file. */
  readonly key: string;
}

/** A fact, or why nobody knows it. */
export type Known<T> =
  | { readonly value: T; readonly problem?: undefined }
  | { readonly problem: string; readonly value?: undefined };

/** A step of deployments. */
export interface Ring {
  readonly name: string;
  readonly environments: readonly string[];
  readonly source: Source;
}

/** The next update that leads on, or why there is none. */
export interface NextHop {
  readonly text: string;
  readonly state: 'ready' | 'newest' | 'blocked';
}

/** Machines of one group that are together on a host, or have no room on any. */
export interface PlacedGroup {
  readonly cluster: string;
  readonly name: string;
  readonly machines: number;
  /** Host CPUs of one of them. */
  readonly cpu: number;
  readonly memoryMib: number;
}

/** A host with what the planner puts there. */
export interface PlacedHost {
  readonly name: string;
  /** What it has for machines. */
  readonly cpu: number;
  readonly memoryMib: number;
  readonly groups: readonly PlacedGroup[];
  readonly freeCpu: number;
  readonly freeMemoryMib: number;
}

/** Where the planner puts every machine. */
export interface Scenario {
  /** How many hosts are lost, the largest ones; 0: none. */
  readonly hostLoss: number;
  readonly lost: readonly string[];
  readonly hosts: readonly PlacedHost[];
  readonly unplaced: readonly PlacedGroup[];
}

/** A host as it was ordered. */
export interface HostFact {
  readonly name: string;
  readonly zone: string;
  readonly cpu: number;
  readonly memoryGiB: number;
  /** Whether machines of user clusters may run there. */
  readonly takesMachines: boolean;
}

/** The hosts of an environment, and what they have room for. */
export interface CapacityFacts {
  readonly hosts: readonly HostFact[];
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
  /** So many hosts may be lost at a time. */
  readonly hostLoss: number;
  /** Limits that are not kept. */
  readonly problems: readonly string[];
  /** Now; with one host lost; with as many lost as may be. */
  readonly scenarios: readonly Scenario[];
  readonly sources: { readonly hosts: Source; readonly limits: Source; readonly sharing: Source };
}

/** Machines of one kind. */
export interface MachineGroup {
  /** `cp`, or the pool's name. */
  readonly name: string;
  readonly role: 'control-plane' | 'worker';
  readonly machines: number;
  /** Name of a size; empty: the file says CPUs and memory. */
  readonly size: string;
  /** Undefined: nobody says what the size has. */
  readonly cpu?: number;
  readonly memoryGiB?: number;
  readonly image: string;
  readonly kubernetes: string;
  /** What a drain of the host does. */
  readonly onDrain: 'migrates' | 'drains' | 'blocks';
  readonly reasons: readonly string[];
  readonly source: Source;
}

/** Something that ends by itself. */
export interface Ending {
  readonly what: string;
  readonly lifetimeDays: number;
  readonly renewBeforeDays: number;
  readonly source: Source;
}

/** An address or a range that a cluster has. */
export interface Address {
  readonly what: string;
  readonly text: string;
  readonly source: Source;
}

/** What the file of a cluster says. */
export interface ClusterFacts {
  readonly kubernetes: string;
  readonly next: NextHop;
  readonly groups: readonly MachineGroup[];
  readonly addresses: readonly Address[];
  readonly endings: readonly Ending[];
  readonly isProtected: boolean;
  readonly volumes: 'retain' | 'delete';
  readonly source: Source;
}

/** A user cluster. */
export interface Cluster {
  readonly name: string;
  readonly file: string;
  readonly facts: Known<ClusterFacts>;
}

/** A way from one cluster to another. */
export interface IsolationWay {
  readonly from: string;
  readonly to: string;
  readonly plane: string;
  readonly by: string;
  /** Who wants it, and what for; undefined: nobody has said that it is meant. */
  readonly reason?: string;
}

/** Which clusters reach each other. */
export interface IsolationFacts {
  readonly clusters: readonly string[];
  readonly ways: readonly IsolationWay[];
  /** What was tried between each two, by plane. */
  readonly tried: readonly { readonly plane: string; readonly what: string }[];
  readonly intendedSource: Source;
}

/** What a cluster has of a range, counted in the units of its area. */
export interface AddressShare {
  readonly cluster: string;
  readonly text: string;
  readonly start: number;
  readonly length: number;
  readonly source: Source;
}

/** A range that clusters choose from. */
export interface AddressRange {
  readonly text: string;
  readonly units: number;
  readonly free: number;
  readonly shares: readonly AddressShare[];
}

/** One kind of thing that clusters choose from. */
export interface AddressArea {
  readonly name: string;
  readonly unit: string;
  readonly ranges: readonly AddressRange[];
  readonly source: Source;
}

/** The platform of an environment. */
export interface PlatformFacts {
  readonly release: string;
  readonly kubevirt: string;
  readonly cdi: string;
  /** Where Strata says what the release has in it. */
  readonly contents: Source;
  readonly next: NextHop;
  readonly source: Source;
}

/** One infra cluster with everything on it. */
export interface Environment {
  readonly name: string;
  /** Of the ring; undefined: no deployment touches it. */
  readonly ring?: string;
  readonly platform: Known<PlatformFacts>;
  /** Of the infra cluster. */
  readonly kubernetes: Known<{ readonly version: string; readonly source: Source }>;
  readonly capacity: Known<CapacityFacts>;
  readonly clusters: readonly Cluster[];
  readonly isolation: Known<IsolationFacts>;
  readonly addresses: readonly AddressArea[];
}

/** Everything that the page shows. */
export interface Fleet {
  readonly rings: Known<readonly Ring[]>;
  readonly environments: readonly Environment[];
  /** Places that contradict others, or cannot be read; `check-plan` says what is wrong. */
  readonly contradictions: readonly Source[];
}
