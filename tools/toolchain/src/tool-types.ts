// SPDX-License-Identifier: Apache-2.0

/** How to ask a binary found on PATH for its version. */
export interface VersionProbe {
  readonly args: readonly string[];
  /** Its first group is the version, without a leading `v`. */
  readonly pattern: RegExp;
}

/** One executable that a tool yields. */
export interface ToolBinary {
  /** The name in the cache, and the one looked for on PATH. */
  readonly name: string;
  /** The Go package of its `main`; `.` is the tool's own folder. */
  readonly package: string;
  /**
   * The name Go gives the executable.
   * @default name
   */
  readonly builtAs?: string;
  readonly probe?: VersionProbe;
}

/** A file that the tool's own `main.go` embeds, taken from a module it requires. */
export interface EmbeddedFile {
  /** A package of the module in whose folder, or above which, the file is. */
  readonly package: string;
  /** Relative to that package's folder. */
  readonly from: string;
  /** The name beside `main.go`. */
  readonly to: string;
}

/**
 * When binaries found on PATH may be used instead of built ones: their version is in a range
 * (node-semver syntax), or they lie in the same folder as another tool's binary that was taken
 * from PATH (for a binary that cannot tell its version).
 */
export type PathRule = { readonly range: string } | { readonly beside: string };

/** Disk space that a build after those before it in the table fills, in MiB. */
export interface Footprint {
  /** Downloaded modules, in GOMODCACHE. */
  readonly modules: number;
  /** Compiled packages, in GOCACHE. */
  readonly objects: number;
  /** Linked binaries, in Strata's cache; twice that while linking. */
  readonly binaries: number;
}

/** One pinned tool: a folder of tools/toolchain with a go.mod and a go.sum. */
export interface Tool {
  /** Version of the tool, as its users know it, without a leading `v`. */
  readonly version: string;
  /**
   * The oldest Go that its go.mod allows, when a module in it asks for a patch release.
   * @default the one that all tools need
   */
  readonly minimumGo?: string;
  /**
   * The tool whose Go files this one is built from, against the modules of its own folder: one program
   * for several releases of what it reads.
   * @default its own folder's
   */
  readonly goFilesOf?: string;
  /** The module that go.mod must require, and at which version when it is not `v<version>`. */
  readonly module: { readonly path: string; readonly version?: string };
  readonly binaries: readonly ToolBinary[];
  /** String variables set at link time (`-X`), because a module build has no release stamp. */
  readonly stamps: Readonly<Record<string, string>>;
  /** Build tags: parts of a program that are left out or put in. */
  readonly tags?: readonly string[];
  /**
   * Parts of it are in C: gcc and pkg-config are needed, and the libraries that pkg-config is asked
   * for, each as an archive (`.a`). The executable is linked statically all the same.
   * @default false
   */
  readonly cgo?: boolean;
  /** Absent: binaries from PATH are never used. */
  readonly fromPath?: PathRule;
  readonly embeds?: readonly EmbeddedFile[];
  /** Minutes that a build with empty Go caches takes on two cores. */
  readonly coldMinutes: number;
  readonly footprint: Footprint;
}
