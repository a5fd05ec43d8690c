// SPDX-License-Identifier: Apache-2.0
export { platformRelease } from './cloud/index.ts';
export type { ClusterContext } from './cluster-context.ts';
export { clusterOutputs } from './cluster-outputs.ts';
export { loadInside } from './inside/index.ts';
export { readClusterConfig } from './read-cluster-config.ts';
export { readClusterContext, readFoundation } from './read-cluster-context.ts';
export type { UserClusterArgs } from './user-cluster.ts';
export { UserCluster } from './user-cluster.ts';
