// SPDX-License-Identifier: Apache-2.0
export { checkConfig } from './check-config.ts';
export type { UserClusterArgs } from './user-cluster.ts';
export { UserCluster } from './user-cluster.ts';
