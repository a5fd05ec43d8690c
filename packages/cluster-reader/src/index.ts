// SPDX-License-Identifier: Apache-2.0
export type { ClusterReader } from './cluster-reader.ts';
export { ClusterError, clusterReader } from './cluster-reader.ts';
