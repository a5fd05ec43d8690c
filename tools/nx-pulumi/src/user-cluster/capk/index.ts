// SPDX-License-Identifier: Apache-2.0
export { readCapkFile } from './read-capk-file.ts';
export { translateCapk } from './translate-capk.ts';
