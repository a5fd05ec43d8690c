// SPDX-License-Identifier: Apache-2.0
import { ToolchainError } from './toolchain-error.ts';
import type { BinaryName, ToolName } from './tools.ts';

/** Binary that exists and is executable. */
export interface ResolvedBinary {
  readonly tool: ToolName;
  readonly binary: string;
  /** Without a leading `v`. */
  readonly version: string;
  /** Absolute path. */
  readonly path: string;
  /** Whether it was found on the user's PATH or is in Strata's cache. */
  readonly source: 'path' | 'cache';
}

/** Binaries of the requested tools. */
export interface Toolchain {
  readonly binaries: readonly ResolvedBinary[];
  /**
   * Returns one binary.
   *
   * @throws ToolchainError when its tool was not among those resolved.
   */
  readonly get: <T extends ToolName>(tool: T, binary: BinaryName<T>) => ResolvedBinary;
}

/** Wraps resolved binaries with a lookup by tool and name. */
export function toolchainOf(binaries: readonly ResolvedBinary[]): Toolchain {
  return {
    binaries,
    get: (tool, binary) => {
      const found = binaries.find((one) => one.tool === tool && one.binary === binary);
      if (found) return found;
      throw new ToolchainError(`${binary} of ${tool} is not among the tools that were asked for.`);
    },
  };
}
