// SPDX-License-Identifier: Apache-2.0
export { ensureBinFolder } from './bin-folder.ts';
export { cacheDir } from './cache-dir.ts';
export type { ToolchainChecks } from './check-toolchain.ts';
export { checkToolchain } from './check-toolchain.ts';
export type { EnsureOptions } from './ensure-toolchain.ts';
export { ensureToolchain } from './ensure-toolchain.ts';
export type { MachineCheck } from './machine-check.ts';
export type { Milestone } from './milestone.ts';
export type { Report } from './progress.ts';
export { consoleReport, formatDuration, silentReport } from './progress.ts';
export { publishFolder } from './publish-folder.ts';
export { ensurePulumiHome } from './pulumi-home.ts';
export type { ResolvedBinary, Toolchain } from './resolved-toolchain.ts';
export type { ResolveOptions } from './resolve-toolchain.ts';
export { resolveToolchain } from './resolve-toolchain.ts';
export { ToolchainError } from './toolchain-error.ts';
export type { BinaryName, ToolName, ToolUse } from './tools.ts';
export { toolNames, tools, toolsFor } from './tools.ts';
