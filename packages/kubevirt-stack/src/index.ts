// SPDX-License-Identifier: Apache-2.0
export { checkConfig } from './check-config.ts';
export { readClusterFacts } from './cluster/read-cluster-facts.ts';
export { exportedMetrics } from './monitoring/metrics/exported-metrics.ts';
export type { PlatformArgs } from './platform.ts';
export { Platform } from './platform.ts';
export { platformOutputs } from './platform-outputs.ts';
export { readPlatformConfig } from './read-platform-config.ts';
export { refuseForeignObjects } from './release/foreign-objects.ts';
export { loadRelease, releaseNamed } from './release/load-release.ts';
export { releaseOf } from './virtualization/gate-release.ts';
export { resolveFeatureGates } from './virtualization/resolve-feature-gates.ts';
