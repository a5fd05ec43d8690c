// SPDX-License-Identifier: Apache-2.0
export { readHarvesterFile } from './read-harvester-file.ts';
export { translateHarvester } from './translate-harvester.ts';
