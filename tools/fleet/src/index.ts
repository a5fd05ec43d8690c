// SPDX-License-Identifier: Apache-2.0
export { collectFleet } from './collect/collect-fleet.ts';
export type { Fleet } from './model.ts';
export { writePage } from './write-page.ts';
