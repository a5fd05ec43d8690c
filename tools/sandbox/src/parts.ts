// SPDX-License-Identifier: Apache-2.0
// Exports for benchmarks, which run control planes without a rack around them.
export { renderKubeconfig } from './control-plane/kubeconfig.ts';
export { ensurePki } from './control-plane/pki.ts';
export { passphrase } from './environment.ts';
export { csiDriver, storageClass } from './hardware/storage-objects.ts';
export { createFolders, instanceAt, writeFileAtomically } from './instance.ts';
export type { Instance } from './instance.ts';
export type { ApiObject } from './kubernetes/objects.ts';
export { watchObjects } from './kubernetes/watched.ts';
export type { Watched } from './kubernetes/watched.ts';
export { SupervisedProcess } from './process/supervised-process.ts';
