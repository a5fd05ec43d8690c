// SPDX-License-Identifier: Apache-2.0
export { checkCni } from './check-cni.ts';
export type { CniConfiguration } from './render-cni.ts';
export { renderCni } from './render-cni.ts';
