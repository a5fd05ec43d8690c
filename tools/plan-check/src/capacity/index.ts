// SPDX-License-Identifier: Apache-2.0
export type { Capacity, GroupCount } from './capacity.ts';
export { capacityOf } from './capacity.ts';
export type { CapacityLimits } from './capacity-limits.ts';
export { capacityFile, capacityLimits } from './capacity-limits.ts';
export { capacityProblems, describeCapacity } from './describe-capacity.ts';
export type { HostPlacement, PlacedGroup, Placements } from './host-placements.ts';
export { hostPlacements } from './host-placements.ts';
export { divideHosts } from './machine-demand.ts';
export type { CapacityQuestion, MachineDisk, MachineGroup, MachineSize } from './machine-demand.ts';
export type { Demand, Placement, Room } from './place-machines.ts';
export { placeMachines } from './place-machines.ts';
