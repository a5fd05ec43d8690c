// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field, listOf, objectName, wholeNumber } from '../config/field.ts';

const number = (least: number) => field(z.number().min(least), `a number of ${least} or more`);

/** What an environment's hosts must have room for, `stacks/capacity/<environment>.yaml`. */
export const capacityLimits = z.strictObject({
  /** CPUs of each host that are not for machines: its system, and pods of the platform. */
  reservedCpu: number(0).default(2),
  /** Memory of each host that is not for machines. */
  reservedMemoryGiB: wholeNumber(0).default(8),
  /** Hosts on which no machines run, such as those of the control plane alone. */
  except: listOf(objectName(253), 'a list of names of hosts').default([]),
  /** How many hosts may be lost at a time; the largest go. 0: none. */
  hostLoss: wholeNumber(0).default(1),
  /** Virtual CPUs for each CPU of the hosts, at most. @default no limit but cpuAllocationRatio */
  cpuOvercommit: number(0).optional(),
  /** Memory of all hosts that must stay free, in per cent. */
  freeMemoryPercent: field(z.number().min(0).max(100), 'a number from 0 to 100').default(0),
});

/** What an environment's hosts must have room for. */
export type CapacityLimits = z.output<typeof capacityLimits>;

/** The file of an environment's limits, from the root of the repository. */
export function capacityFile(environment: string): string {
  return `stacks/capacity/${environment}.yaml`;
}
