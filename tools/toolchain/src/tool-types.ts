// SPDX-License-Identifier: Apache-2.0

/** How to ask a binary found on PATH for its version. */
export interface VersionProbe {
  readonly args: readonly string[];
  /** Pattern whose first group is the version, without a leading `v`. */
  readonly pattern: RegExp;
}

/** One executable of a tool. */
export interface ToolBinary {
  /** Name in the cache and on PATH. */
  readonly name: string;
  /** Go package of its `main`; `.` is the tool's own folder. */
  readonly package: string;
  /**
   * Name that Go gives the executable.
   * @default name
   */
  readonly builtAs?: string;
  readonly probe?: VersionProbe;
}

/** File that the tool's own `main.go` embeds, taken from a module that the tool requires. */
export interface EmbeddedFile {
  /** Package of the module. The file is in its folder or in a folder above it. */
  readonly package: string;
  /** Path of the file, relative to that package's folder. */
  readonly from: string;
  /** Name of the copy beside `main.go`. */
  readonly to: string;
}

/** Rule for using binaries from PATH instead of built ones. */
export interface PathRule {
  /** The versions that are taken, in node-semver's syntax. */
  readonly range: string;
}

/** Disk space in MiB that a build fills when it runs after those before it in the table. */
export interface Footprint {
  /** Downloaded modules, in GOMODCACHE. */
  readonly modules: number;
  /** Compiled packages, in GOCACHE. */
  readonly objects: number;
  /** Linked binaries, in Strata's cache; linking needs twice that. */
  readonly binaries: number;
}

/** Pinned tool: a folder of tools/toolchain with a go.mod and a go.sum. */
export interface Tool {
  /** Version of the tool, as its users know it, without a leading `v`. */
  readonly version: string;
  /**
   * Oldest Go that its go.mod allows, when a module in it requires a patch release.
   * @default the oldest Go that all tools need
   */
  readonly minimumGo?: string;
  /**
   * Tool whose Go files this tool is built from, with the modules of its own folder. It lets one
   * program support several releases of the software whose files it reads.
   * @default the Go files of its own folder
   */
  readonly goFilesOf?: string;
  /** Module that go.mod must require, and its version when it is not `v<version>`. */
  readonly module: { readonly path: string; readonly version?: string };
  readonly binaries: readonly ToolBinary[];
  /** String variables set at link time (`-X`), because a module build has no release stamp. */
  readonly stamps: Readonly<Record<string, string>>;
  /** Build tags, which leave parts of a program out or add them. */
  readonly tags?: readonly string[];
  /**
   * Whether parts of it are in C. The build then needs gcc and pkg-config, and each library that
   * pkg-config is asked for as an archive (`.a`). The executable is still linked statically.
   * @default false
   */
  readonly cgo?: boolean;
  /** Absent: binaries from PATH are never used. A tool with patches has none. */
  readonly fromPath?: PathRule;
  readonly embeds?: readonly EmbeddedFile[];
  /** Minutes that a build with empty Go caches takes on two cores. */
  readonly coldMinutes: number;
  readonly footprint: Footprint;
}
