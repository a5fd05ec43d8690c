// SPDX-License-Identifier: Apache-2.0
export type { IsolatedCluster, IsolationEdge, Plane } from './isolation-matrix.ts';
export { isolationEdges, isolationProbes, isolationTable, planes } from './isolation-matrix.ts';
export { isolationFile, isolationLimits } from './isolation-limits.ts';
export type { IsolationLimits } from './isolation-limits.ts';
export { platformParts } from './platform-parts.ts';
export type { PlatformWay } from './platform-ways.ts';
export { platformTable, platformWays } from './platform-ways.ts';
export { withJudgedLabels } from './unjudged-labels.ts';
