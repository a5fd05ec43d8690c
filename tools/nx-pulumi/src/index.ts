// SPDX-License-Identifier: Apache-2.0
export type { UserClusterOptions } from './user-cluster/generator.ts';
export { default as generateUserCluster } from './user-cluster/generator.ts';
