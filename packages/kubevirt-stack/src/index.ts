// SPDX-License-Identifier: Apache-2.0
export { checkConfig } from './check-config.ts';
export { loadRelease, releaseNamed } from './release/load-release.ts';
export type { PlatformArgs } from './platform.ts';
export { Platform } from './platform.ts';
export { releaseOf, resolveFeatureGates } from './virtualization/resolve-feature-gates.ts';
