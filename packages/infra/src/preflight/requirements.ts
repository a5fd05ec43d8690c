// SPDX-License-Identifier: Apache-2.0
import { machineRequirements } from './machine-requirements.ts';
import { networkRequirements } from './network-requirements.ts';
import type { Requirement } from './requirement.ts';
import { systemRequirements } from './system-requirements.ts';

/** All that a host is asked, in the order of its report. */
export const requirements: readonly Requirement[] = [
  ...machineRequirements,
  ...systemRequirements,
  ...networkRequirements,
];
