// SPDX-License-Identifier: Apache-2.0
import { containerPromises } from './container-promises.ts';
import { nodePromises } from './node-promises.ts';
import type { MachinePromise } from './promise.ts';
import { startUpPromises } from './start-up-promises.ts';
import { systemPromises } from './system-promises.ts';
import { unitPromises } from './unit-promises.ts';

/** All promises that are judged inside a machine. */
export const allMachinePromises: readonly MachinePromise[] = [
  ...startUpPromises,
  ...systemPromises,
  ...unitPromises,
  ...nodePromises,
  ...containerPromises,
];
