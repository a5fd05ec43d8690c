// SPDX-License-Identifier: Apache-2.0
export { encryptionKeyName } from '../keys/encryption-key-name.ts';
export { generationName } from '../keys/generation-name.ts';
export type { EncryptionKey } from '../bootstrap/key-material.ts';
export type { ApiFlags, LoopbackApi, StartedApi } from './api-server.ts';
export { launchApi, startApi } from './api-server.ts';
export type { EtcdPorts, LoopbackEtcd } from './etcd.ts';
export { restoreArguments, startEtcd } from './etcd.ts';
export { Programs, RunningProgram } from './programs.ts';
export { writeCertificates, writeClusterCertificates } from './write-certificates.ts';
