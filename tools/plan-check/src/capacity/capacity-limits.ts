// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field, listOf, objectName, wholeNumber } from '@strata/contracts/fields';

const number = (least: number) => field(z.number().min(least), `a number of ${least} or more`);

/** The capacity that an environment's hosts must have, `stacks/capacity/<environment>.yaml`. */
export const capacityLimits = z.strictObject({
  /** CPUs of each host that are reserved for its system and for pods of the platform. */
  reservedCpu: number(0).default(2),
  /** Memory of each host that is reserved. */
  reservedMemoryGiB: wholeNumber(0).default(8),
  /**
   * Pods of each host that are no VMs: of the platform, of the CNI, of the controllers of user clusters.
   */
  reservedPods: wholeNumber(0).default(30),
  /** Hosts without VMs, such as those that are only control planes. */
  except: listOf(objectName(253), 'a list of names of hosts').default([]),
  /** Number of hosts that may fail at once; the worst ones are assumed. 0: none. */
  hostLoss: wholeNumber(0).default(1),
  /** Maximum of virtual CPUs for each CPU of the hosts. @default no limit but cpuAllocationRatio */
  cpuOvercommit: number(0).optional(),
  /** Memory of all hosts that must stay free, in percent. */
  freeMemoryPercent: field(z.number().min(0).max(100), 'a number from 0 to 100').default(0),
});

/** The capacity that an environment's hosts must have. */
export type CapacityLimits = z.output<typeof capacityLimits>;

/** Returns the path of an environment's limits, from the root of the repository. */
export function capacityFile(environment: string): string {
  return `stacks/capacity/${environment}.yaml`;
}
