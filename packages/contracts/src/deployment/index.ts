// SPDX-License-Identifier: Apache-2.0
export type { DeploymentRing, DeploymentRings } from './rings.ts';
export { deploymentRings, ringsFile } from './rings.ts';
