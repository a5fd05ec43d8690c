// SPDX-License-Identifier: Apache-2.0
// Start-up data of a user cluster's VMs, for tests that boot a VM without a stack.
export type {
  ClusterAuthority,
  ControlPlaneBootstrapArgs,
  ControlPlaneKeys,
  WorkerBootstrapArgs,
} from './bootstrap/index.ts';
export { etcdDisk, findMinor, initTokenDescription, renderUserData } from './bootstrap/index.ts';
export { nodeSoftware } from './bootstrap/node-software.ts';
export { renderBootstrapToken } from './keys/bootstrap-token.ts';
