// SPDX-License-Identifier: Apache-2.0
export type { IsolatedCluster, IsolationEdge, Plane } from './isolation-matrix.ts';
export { isolationEdges, isolationProbes, isolationTable, planes } from './isolation-matrix.ts';
export type {
  Connection,
  End,
  Policy,
  PolicyPeer,
  PolicyPod,
  PolicyPort,
  PolicyWorld,
  Selector,
  Verdict,
} from './network-policy-evaluator.ts';
export { evaluate } from './network-policy-evaluator.ts';
export { isolationFile, isolationLimits } from './isolation-limits.ts';
export type { IsolationLimits } from './isolation-limits.ts';
