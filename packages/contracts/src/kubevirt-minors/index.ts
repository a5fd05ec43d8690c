// SPDX-License-Identifier: Apache-2.0
import type { KubevirtMinor } from './kubevirt-minor.ts';
import { kubevirt1_7 } from './v1.7.ts';
import { kubevirt1_8 } from './v1.8.ts';
import { kubevirt1_9 } from './v1.9.ts';

/**
 * Facts about each KubeVirt minor version that a release of the platform contains, oldest first.
 */
export const kubevirtMinors = {
  '1.7': kubevirt1_7,
  '1.8': kubevirt1_8,
  '1.9': kubevirt1_9,
} as const satisfies Readonly<Record<string, KubevirtMinor>>;

export type { GateRules, KubevirtMinor, RegisteredState } from './kubevirt-minor.ts';
