// SPDX-License-Identifier: Apache-2.0
export { featureGates, gateStateOf } from './feature-gates.ts';
export type { GateState } from './feature-gates.ts';
export { gateReleaseOf, gateReleases, gateRules } from './gate-releases.ts';
export type { GateRelease } from './gate-releases.ts';
