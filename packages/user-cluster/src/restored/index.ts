// SPDX-License-Identifier: Apache-2.0
export { ApiClient, ApiError } from './api-client.ts';
export type { LoopbackApi, StartedApi } from './api-server.ts';
export { launchApi, startApi } from './api-server.ts';
export type { EtcdPorts, LoopbackEtcd } from './etcd.ts';
export { restoreArguments, startEtcd } from './etcd.ts';
export { Programs, RunningProgram } from './programs.ts';
export { writeClusterCertificates } from './write-certificates.ts';
