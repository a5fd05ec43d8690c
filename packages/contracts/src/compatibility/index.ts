// SPDX-License-Identifier: Apache-2.0
export { badCells } from './bad-cells.ts';
export type { BadCell, CellSide, VersionRange } from './bad-cells.ts';
export { incompatibilities, poolMayBeBehind } from './incompatibilities.ts';
export type { Incompatibility } from './incompatibilities.ts';
export { planClusterHops } from './cluster-hops.ts';
export type { ClusterHop, PresentCluster } from './cluster-hops.ts';
export { kubeoneByHand } from './kubeone-by-hand.ts';
export { drivenKubeone } from './kubeone-minors.ts';
export { releaseVersions } from './release-versions.ts';
export { supportWindows } from './support-windows.ts';
export type { SupportWindow } from './support-windows.ts';
export type { GuestOs, Part, Versions } from './versions.ts';
