// SPDX-License-Identifier: Apache-2.0
import type { Toolchain } from './resolved-toolchain.ts';
import type { ToolName } from './tools.ts';

/** Some of the tools, and work to do as soon as all of them are available. */
export interface Milestone {
  readonly tools: readonly ToolName[];
  /**
   * Called when the tools are available; the remaining tools are made after its promise resolves.
   */
  readonly reached: (toolchain: Toolchain) => Promise<void>;
}
