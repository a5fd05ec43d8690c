// SPDX-License-Identifier: Apache-2.0
export { clusterRefusals } from './cluster-refusals.ts';
export { describeHop, planHops } from './plan-hops.ts';
export type { Hop, HopPlan, Present, Target } from './plan-hops.ts';
