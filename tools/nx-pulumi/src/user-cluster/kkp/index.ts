// SPDX-License-Identifier: Apache-2.0
export { readKkpFile } from './read-kkp-file.ts';
export type { PlatformImage } from './root-disk.ts';
export { translateKkp } from './translate-kkp.ts';
export type { Translation } from './translate-kkp.ts';
