// SPDX-License-Identifier: Apache-2.0
export type {
  Capacity,
  CapacityQuestion,
  GroupCount,
  MachineGroup,
  MachineSize,
} from './capacity.ts';
export { capacityOf } from './capacity.ts';
export type { CapacityLimits } from './capacity-limits.ts';
export { capacityFile, capacityLimits } from './capacity-limits.ts';
export { capacityProblems, describeCapacity } from './describe-capacity.ts';
export type { LauncherFacts, OverheadRow } from './launcher-memory.ts';
export { launcherMemoryMib, launcherOverhead, launcherSidecars } from './launcher-memory.ts';
export type { Demand, Placement, Room } from './place-machines.ts';
export { placeMachines } from './place-machines.ts';
