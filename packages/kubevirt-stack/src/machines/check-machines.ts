// SPDX-License-Identifier: Apache-2.0
import type { Check } from '../checks/check-context.ts';
import { repeatedNames } from '../checks/repeated-names.ts';
import { builtIn } from './machine-catalogue.ts';

/** The sizes' and preferences' part of the configuration. */
export const checkMachines: Check = ({ instancetypes = [], preferences = [] }) => [
  ...repeatedNames('instancetypes', instancetypes, builtIn.instancetypes),
  ...repeatedNames('preferences', preferences, builtIn.preferences),
];
