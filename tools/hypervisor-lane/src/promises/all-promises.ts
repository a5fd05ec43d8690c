// SPDX-License-Identifier: Apache-2.0
import { machinePromises } from './machine-promises.ts';
import { nodePromises } from './node-promises.ts';
import { podPromises } from './pod-promises.ts';
import type { FieldPromise } from './promise.ts';
import { volumePromises } from './volume-promises.ts';

/** All promises of played parts. */
export const allPromises: readonly FieldPromise[] = [
  ...nodePromises,
  ...podPromises,
  ...machinePromises,
  ...volumePromises,
];
