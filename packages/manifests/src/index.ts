// SPDX-License-Identifier: Apache-2.0
export type { ImagePlace, ReplaceImage } from './image-references.ts';
export { listImages, mapImages } from './image-references.ts';
export type { KubernetesObject } from './kubernetes-object.ts';
export type { LoadOptions, Manifest } from './load-manifest.ts';
export { loadManifest } from './load-manifest.ts';
export type { LockedComponent } from './lock-file.ts';
export { lockFileOf, locksDir, readLock, readLocks } from './lock-file.ts';
export { codeOf, ManifestError, messageOf } from './manifest-error.ts';
export { manifestsDir } from './manifests-dir.ts';
export { sha256 } from './sha256.ts';
export { writeFileAtomically } from './write-file-atomically.ts';
