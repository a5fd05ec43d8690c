// SPDX-License-Identifier: Apache-2.0
export type { AddressPlan } from './address-plan.ts';
export { addressPlan, addressPlanFile } from './address-plan.ts';
export { leftOutAddresses } from './buggy-addresses.ts';
export { checkAddressPlans } from './check-address-plans.ts';
export { namedDnsServers } from './dns-servers.ts';
export type { EnvironmentFiles, StackContent } from './environment-files.ts';
export { namedHosts } from './host-addresses.ts';
export { vlanPromises } from './given-vlans.ts';
export { nextFreeAddress, nextFreeBlock, nextFreeNumber } from './next-free.ts';
export type { Place, PlanProblem } from './plan-problem.ts';
export { formatPlanProblem } from './plan-problem.ts';
export { ownAddresses } from './own-addresses.ts';
export type { PlanArea, PlanRange, PlanShare } from './plan-use.ts';
export { planUse } from './plan-use.ts';
