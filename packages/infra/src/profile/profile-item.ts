// SPDX-License-Identifier: Apache-2.0
import type { HostProfileName, HostProfilesConfig } from '../config/index.ts';

/** A file that a profile writes on a host. */
export interface ProfileFile {
  readonly path: string;
  /** Content; `@CPUS@` and `@MASK@` stand for the CPUs reserved for the host, as a list and as an interrupt mask. */
  readonly content: string;
  /** @default 0644 */
  readonly mode?: string;
}

/** One setting of a profile: its files and the commands that put them in force. All commands are POSIX shell. */
export interface ProfileItem {
  readonly name: string;
  /** Whether hosts with this profile have the item; it is undone on all others. */
  readonly isWanted: (profile: HostProfileName, config: HostProfilesConfig) => boolean;
  readonly files: (config: HostProfilesConfig) => readonly ProfileFile[];
  /** Commands that run when a file is new or changed, or when `isApplied` is false. They may run twice. */
  readonly apply: (config: HostProfilesConfig) => readonly string[];
  /** Shell condition that is true once the item is applied. */
  readonly isApplied: (config: HostProfilesConfig) => string;
  /** Sentence that says why the item may not be applied and what to do. */
  readonly mend: string;
  /** Commands that run before the files are deleted; `profile` is the new profile of the host. */
  readonly undo: (config: HostProfilesConfig, profile: HostProfileName) => readonly string[];
  /** Shell condition that must be true before the files are deleted, and a sentence about what to do otherwise. @default no condition */
  readonly undone?: { readonly holds: string; readonly mend: string };
  /** Whether the kubelet reads the setting only at its start, so that it must be restarted. @default false */
  readonly isReadByKubelet?: boolean;
  readonly source: string;
}
