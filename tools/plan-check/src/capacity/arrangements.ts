// SPDX-License-Identifier: Apache-2.0
import type { Machine } from './machine-demand.ts';
import { placeMachines } from './place-machines.ts';
import type { Placement, Room } from './place-machines.ts';

/** Places where all VMs can be, the planner's own first. */
export type Arrangements = readonly [Placement<Machine>, ...Placement<Machine>[]];

/**
 * Returns the arrangements of VMs beside which further ones are placed: on as few hosts as possible,
 * and spread over all, which is what a scheduler does. It is left out if it has no room for all VMs.
 */
export function arrangementsOf(machines: readonly Machine[], rooms: readonly Room[]): Arrangements {
  const tight = placeMachines(machines, rooms);
  const spread = placeMachines(machines, rooms, 'emptiest');
  return spread.unplaced.length === 0 ? [tight, spread] : [tight];
}
