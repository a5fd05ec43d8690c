// SPDX-License-Identifier: Apache-2.0
export { createApiEndpoint } from './api-endpoint.ts';
export { announceEtcdDisks } from './announce-etcd-disks.ts';
export { announceGrowth } from './announce-growth.ts';
export { announceSilentHosts } from './announce-silent-hosts.ts';
export { checkAudit } from './check-audit.ts';
export { checkControlPlane } from './check-control-plane.ts';
export { checkEtcdDisk } from './check-etcd-disk.ts';
export { checkGrowth } from './check-growth.ts';
export type { ControlPlaneArgs } from './control-plane.ts';
export { ControlPlane } from './control-plane.ts';
export { controlPlaneMachine, peerNetworkData } from './peer-network.ts';
