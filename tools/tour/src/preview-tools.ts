// SPDX-License-Identifier: Apache-2.0
import type { ToolName } from '@strata/toolchain';

/** The tools without which Pulumi previews nothing; they are the first to be built. */
export const previewTools = [
  'pulumi',
  'pulumi-language-nodejs',
  'pulumi-resource-kubernetes',
] as const satisfies readonly ToolName[];
