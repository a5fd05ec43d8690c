// SPDX-License-Identifier: Apache-2.0
import type { HostProfileName, HostProfilesConfig } from '@strata/contracts';

/** A file that a profile puts on a host. */
export interface ProfileFile {
  readonly path: string;
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
  /** Run when a file is new or changed; twice does no harm. */
  readonly apply: (config: HostProfilesConfig) => readonly string[];
  /** A condition that holds once it is applied. */
  readonly isApplied: (config: HostProfilesConfig) => string;
  /** A sentence: why it may not hold, and what to do. */
  readonly mend: string;
  /** Run before its files go. */
  readonly undo: (config: HostProfilesConfig) => readonly string[];
  /** Run when its files are gone. @default nothing */
  readonly afterUndo?: readonly string[];
  readonly source: string;
}
