// SPDX-License-Identifier: Apache-2.0
export { describeChecks } from './describe-checks.ts';
export type { Preflight } from './preflight.ts';
export { preflight } from './preflight.ts';
export { describeLacks } from './require-all.ts';
