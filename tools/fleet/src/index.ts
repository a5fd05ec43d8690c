// SPDX-License-Identifier: Apache-2.0
export type { EnvironmentContext } from './collect/environment-context.ts';
export { environmentContext, required } from './collect/environment-context.ts';
export { collectFleet } from './collect/collect-fleet.ts';
export type { Fleet } from './model.ts';
export type { WrittenFleet } from './write-fleet.ts';
export { writeFleet } from './write-fleet.ts';
export { writePage } from './write-page.ts';
