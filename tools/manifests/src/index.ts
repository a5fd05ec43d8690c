// SPDX-License-Identifier: Apache-2.0
export type { Component } from './component.ts';
export type { ComponentName, ComponentVersion } from './components.ts';
export { allComponents, findComponent } from './components.ts';
export type { KubernetesObject } from './kubernetes-object.ts';
export type { LoadOptions, Manifest } from './load-manifest.ts';
export { loadManifest } from './load-manifest.ts';
export type { Lock, LockedComponent } from './lock-file.ts';
export { lockPath, readLock } from './lock-file.ts';
export { codeOf, ManifestError, messageOf } from './manifest-error.ts';
export { manifestsDir } from './manifests-dir.ts';
export type { ImagePlace, ReplaceImage } from './render/image-references.ts';
export { listImages, mapImages } from './render/image-references.ts';
export { sha256 } from './sha256.ts';
export { writeFileAtomically } from './write-file-atomically.ts';
