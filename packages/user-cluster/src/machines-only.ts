// SPDX-License-Identifier: Apache-2.0
// Entry point for benchmarks of many clusters, and for tests: the parts of a user cluster on the infra
// cluster, without those that need the user cluster's own API.
export { createUserData, workerBootstrap } from './bootstrap/index.ts';
export { ControlPlane, createApiEndpoint } from './control-plane/index.ts';
export { ClusterKeys } from './keys/index.ts';
export { machineGeneration, poolMachine, WorkerPool } from './machines/index.ts';
export { Ground } from './tenancy/index.ts';
