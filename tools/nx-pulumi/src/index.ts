// SPDX-License-Identifier: Apache-2.0
export type { EnvironmentOptions } from './environment/generator.ts';
export { default as generateEnvironment } from './environment/generator.ts';
export type { ReleaseOptions } from './release/generator.ts';
export { default as generateRelease } from './release/generator.ts';
export { default as generateUserCluster } from './user-cluster/generator.ts';
export type { UserClusterOptions } from './user-cluster/user-cluster-options.ts';
