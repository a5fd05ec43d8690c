// SPDX-License-Identifier: Apache-2.0
// What machines of a user cluster are told, for those who boot one without a stack: tests.
export type {
  ClusterAuthority,
  ControlPlaneBootstrapArgs,
  ControlPlaneKeys,
  WorkerBootstrapArgs,
} from './bootstrap/index.ts';
export { etcdDisk, findMinor, renderUserData } from './bootstrap/index.ts';
export { nodeSoftware } from './bootstrap/node-software.ts';
export { renderBootstrapToken } from './keys/bootstrap-token.ts';
