// SPDX-License-Identifier: Apache-2.0
// The door for benches of many clusters, and for tests: what of a user cluster is on the infra cluster,
// without the parts that need the user cluster's own API.
export { createUserData, workerBootstrap } from './bootstrap/index.ts';
export { ControlPlane, createApiEndpoint } from './control-plane/index.ts';
export { ClusterKeys } from './keys/index.ts';
export { machineGeneration, poolMachine, WorkerPool } from './machines/index.ts';
export { Ground } from './tenancy/index.ts';
