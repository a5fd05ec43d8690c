// SPDX-License-Identifier: Apache-2.0
export { noClusterAdmin } from './no-cluster-admin.ts';
export { noPrivilegedPod } from './no-privileged-pod.ts';
