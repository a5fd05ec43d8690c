// SPDX-License-Identifier: Apache-2.0
export { plainValue } from './plain-value.ts';
export type { StateResource } from './state-file.ts';
export { inside, nameOf, readResources } from './state-file.ts';
