// SPDX-License-Identifier: Apache-2.0
import type { HostProfileName, HostProfilesConfig } from '@strata/contracts';

/** A file that a profile puts on a host. */
export interface ProfileFile {
  readonly path: string;
  /** `@CPUS@` and `@MASK@` are the CPUs that are the host's own, as a list and as a mask of interrupts. */
  readonly content: string;
  /** @default 0644 */
  readonly mode?: string;
}

/** One setting of a profile: files, and what makes them count. All commands are POSIX shell. */
export interface ProfileItem {
  readonly name: string;
  /** Which hosts have it; on all others it is undone. */
  readonly isWanted: (profile: HostProfileName, config: HostProfilesConfig) => boolean;
  readonly files: (config: HostProfilesConfig) => readonly ProfileFile[];
  /** Run when a file is new or changed, or when it does not hold any more; twice does no harm. */
  readonly apply: (config: HostProfilesConfig) => readonly string[];
  /** A condition that holds once it is applied. */
  readonly isApplied: (config: HostProfilesConfig) => string;
  /** A sentence: why it may not hold, and what to do. */
  readonly mend: string;
  /** Run before its files go; `profile` is what the host gets. */
  readonly undo: (config: HostProfilesConfig, profile: HostProfileName) => readonly string[];
  /** Must hold before its files go: a condition, and a sentence about what to do. @default nothing must */
  readonly undone?: { readonly holds: string; readonly mend: string };
  /** The kubelet reads it only when it starts, so it is started anew. @default false */
  readonly isReadByKubelet?: boolean;
  readonly source: string;
}
