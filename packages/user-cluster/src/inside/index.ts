// SPDX-License-Identifier: Apache-2.0
export { checkCni } from './cni/index.ts';
export { checkDelivery, tellDelivery } from './flux/index.ts';
export type { InsideArgs } from './inside.ts';
export { Inside } from './inside.ts';
export type { InsideManifests } from './load-manifests.ts';
export { loadInside } from './load-manifests.ts';
export { insidePodSecurity } from './system-namespace.ts';
export { createSnapshotKinds } from './snapshot-kinds.ts';
export { grantTenantAccess } from './tenant-access.ts';
export { tenantUsers } from './tenant-users.ts';
