// SPDX-License-Identifier: Apache-2.0
import type { BinaryName, ToolName } from './tools.ts';

/** Platform of released programs, in the words of Go. */
export type Platform = 'linux-amd64' | 'linux-arm64';

/** One file of a release. */
export interface Archive {
  /** Address of a `.tar.gz`. */
  readonly url: string;
  /** Hash in hex digits, as the publisher's repository has it. */
  readonly hash: string;
}

/** File of the publisher's own repository in which the hashes stand. */
export interface HashSource {
  /** Address of the repository. */
  readonly repository: string;
  /** Commit whose file was read. */
  readonly commit: string;
  readonly path: string;
}

/**
 * Packages that another tool must compile when this one is downloaded, because both need them.
 * Estimated by the number of packages (`go list -deps`), not measured.
 */
export interface CompiledElsewhere {
  readonly by: ToolName;
  /** Minutes with empty caches on two cores. */
  readonly coldMinutes: number;
  /** Modules and compiled packages, in MiB. */
  readonly modules: number;
  readonly objects: number;
}

/** A tool that its publisher releases as we would build it, with a hash in its own repository. */
export interface Release<B extends string = string> {
  /** The same version as in the table of tools. */
  readonly version: string;
  /** Who publishes the release and its hash. */
  readonly publisher: string;
  readonly algorithm: 'sha256' | 'sha512';
  readonly source: HashSource;
  /** Size of the archive in MiB, rounded up: an estimate, as publishers do not state it. */
  readonly mebibytes: number;
  readonly archives: Readonly<Partial<Record<Platform, Archive>>>;
  /** Path inside the archive of each program. */
  readonly paths: Readonly<Record<B, string>>;
  readonly elsewhere?: CompiledElsewhere;
}

/** A tool that is always built, and why. */
export interface AlwaysBuilt {
  readonly built: string;
}

/** Says of each tool whether it can be downloaded. A tool that is not in it is built. */
export type ReleaseTable = {
  readonly [T in ToolName]?: Release<BinaryName<T>> | AlwaysBuilt;
};

/** Table that says something of every tool. */
export type CompleteReleaseTable = Readonly<Required<ReleaseTable>>;
