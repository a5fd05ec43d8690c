// SPDX-License-Identifier: Apache-2.0
// Data of a before-and-after page in addition to the fleet, as plain JSON.
import type { LiveEnvironment } from './live/live-schema.ts';
import type { Environment, Fleet, Source } from './model.ts';

/** Whether something is new, gone, or another one. */
export type ChangeKind = 'appears' | 'goes' | 'changes';

/** Fact of an environment that differs. */
export interface FactChange {
  readonly kind: ChangeKind;
  /** Kind of fact, such as `machines`. */
  readonly what: string;
  /** Subject of the fact, such as `shop/web`. */
  readonly name: string;
  readonly before?: string;
  readonly after?: string;
  readonly source: Source;
}

/** Machines of one group that the planner puts elsewhere. */
export interface MachineMove {
  readonly cluster: string;
  readonly group: string;
  readonly machines: number;
  /** Host before; undefined for machines that are new. */
  readonly from?: string;
  /** Host after; undefined for machines that are gone. */
  readonly to?: string;
}

/** Difference of one environment. */
export interface EnvironmentChange {
  readonly name: string;
  readonly kind: ChangeKind;
  readonly facts: readonly FactChange[];
  readonly moves: readonly MachineMove[];
}

/** Key of a file that differs, such as `pools[web].replicas`; secrets have no values. */
export interface KeyChange {
  readonly kind: 'changed' | 'added' | 'removed' | 'secret' | 'moved';
  readonly path: string;
  readonly before?: string;
  readonly after?: string;
  readonly value?: string;
}

/** Machines that a change of keys can replace at most. */
export interface RollingMachines {
  /** Such as `pool "web"`, `control plane` or `all machines`. */
  readonly what: string;
  readonly machines: number;
}

/** Changed file under `stacks`. */
export interface ChangedFile {
  /** Path from the root of the repository. */
  readonly file: string;
  readonly kind: 'new' | 'removed' | 'changed';
  /** Undefined for files of no environment, such as the rings. */
  readonly environment?: string;
  /** Undefined when no deployment touches the environment. */
  readonly ring?: string;
  /** Program whose stack it is; undefined for limits, plans and facts. */
  readonly program?: string;
  readonly cluster?: string;
  /** Undefined when the versions cannot be compared. */
  readonly keys?: readonly KeyChange[];
  readonly rolls: readonly RollingMachines[];
}

/** Differences between two commits. */
export interface FleetChange {
  /** Names as they were asked for. */
  readonly base: string;
  readonly head: string;
  /** Commits, by their full names: the last one that both have in common, and the later one. */
  readonly from: string;
  readonly to: string;
  /** In the order of deployment: ring by ring, and the program first whose outputs others read. */
  readonly files: readonly ChangedFile[];
  readonly environments: readonly EnvironmentChange[];
  /** Environments with changed files, as they were. */
  readonly before: readonly Environment[];
  /** Changed files outside `stacks`, by package or folder. */
  readonly elsewhere: readonly { readonly place: string; readonly files: number }[];
  /** Whether platforms or code differ, which can replace machines of clusters that are not named. */
  readonly canRollMore: boolean;
}

/** Version of the files on disk. */
export interface FilesVersion {
  /** Commit that is checked out. */
  readonly commit: string;
  /** Whether files under `stacks` differ from that commit. */
  readonly isChanged: boolean;
}

/** Fleet, with what differs from an earlier commit, or with what stacks and clusters say. */
export interface ComparedFleet extends Fleet {
  /** Undefined outside Git, and for a page of two commits. */
  readonly files?: FilesVersion;
  /** Whether the files have changed since and cannot be read. */
  readonly isOutdated?: boolean;
  readonly change?: FleetChange;
  /** Undefined when no cluster was read. */
  readonly live?: readonly LiveEnvironment[];
}
