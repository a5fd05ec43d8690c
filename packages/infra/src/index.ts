// SPDX-License-Identifier: Apache-2.0
export type { ExistingCluster } from './existing-cluster.ts';
export { readExistingCluster } from './existing-cluster.ts';
