// SPDX-License-Identifier: Apache-2.0
export { checkConfig } from './check-config.ts';
export { loadRelease, releaseNamed } from './release/load-release.ts';
export type { PlatformArgs } from './platform.ts';
export { Platform } from './platform.ts';
export { releaseOf } from './virtualization/gate-release.ts';
export { resolveFeatureGates } from './virtualization/resolve-feature-gates.ts';
