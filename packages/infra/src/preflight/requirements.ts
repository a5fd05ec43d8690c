// SPDX-License-Identifier: Apache-2.0
import { machineRequirements } from './machine-requirements.ts';
import { networkRequirements } from './network-requirements.ts';
import type { Requirement } from './requirement.ts';
import { systemRequirements } from './system-requirements.ts';

/** All requirements of hosts, in the order of the report. */
export const requirements: readonly Requirement[] = [
  ...machineRequirements,
  ...systemRequirements,
  ...networkRequirements,
];
