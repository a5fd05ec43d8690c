// SPDX-License-Identifier: Apache-2.0
export { fileBackend } from './file-backend.ts';
export type { UpdateEnd } from './interrupted-update.ts';
export { recoverySteps, updateEnd } from './interrupted-update.ts';
export { isAlive } from './is-alive.ts';
