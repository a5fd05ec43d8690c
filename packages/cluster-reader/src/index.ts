// SPDX-License-Identifier: Apache-2.0
export type { Account } from './account-kubeconfig.ts';
export { accountKubeconfig } from './account-kubeconfig.ts';
export { askInfraCluster } from './ask-infra-cluster.ts';
export type { ClusterReader } from './cluster-reader.ts';
export { ClusterError, clusterReader } from './cluster-reader.ts';
