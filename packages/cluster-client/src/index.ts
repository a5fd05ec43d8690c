// SPDX-License-Identifier: Apache-2.0
export type { Account } from './account-kubeconfig.ts';
export { accountKubeconfig } from './account-kubeconfig.ts';
export type { ClientOptions, Method, RequestExtras } from './api-client.ts';
export { ApiClient } from './api-client.ts';
export { ApiError, refusal } from './api-error.ts';
export type { ClusterReader } from './cluster-reader.ts';
export { ClusterError, clusterReader } from './cluster-reader.ts';
export { KubeconfigError } from './kubeconfig-error.ts';
export type { FollowOptions, ListedObject } from './list-follower.ts';
export { keyOf, ListFollower } from './list-follower.ts';
export { metadataOnly } from './metadata-only.ts';
export type { Access } from './read-kubeconfig.ts';
export { readKubeconfig } from './read-kubeconfig.ts';
export type { Answer } from './send-request.ts';
