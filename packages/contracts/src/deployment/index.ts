// SPDX-License-Identifier: Apache-2.0
export type { DeploymentRing } from './rings.ts';
export { deploymentRings, ringsFile } from './rings.ts';
