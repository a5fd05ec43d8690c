// SPDX-License-Identifier: Apache-2.0
export type { Bundle } from './bundle-releases.ts';
export { bundleReleases } from './bundle-releases.ts';
export type { Scope } from './command-line.ts';
export { componentsOf } from './components-of.ts';
export { imagesOf } from './images-of.ts';
export { mirrorScript } from './mirror-script.ts';
