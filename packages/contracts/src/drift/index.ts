// SPDX-License-Identifier: Apache-2.0
export type { DriftConfig, IgnoreRule } from './drift-config.ts';
export { driftConfig, driftConfigFile } from './drift-config.ts';
