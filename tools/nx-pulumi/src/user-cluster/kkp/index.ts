// SPDX-License-Identifier: Apache-2.0
export { readKkpFile } from './read-kkp-file.ts';
export { translateKkp } from './translate-kkp.ts';
