// SPDX-License-Identifier: Apache-2.0
// Entry point for tests and for the page of accounts: it has tables only, which load no SDK.
export { cloudClusterRights, cloudRights } from './cloud/cloud-rights.ts';
export { sourceControllerRights } from './inside/flux/flux-rights.ts';
export {
  cloudLeaseRights,
  cloudTenantRights,
  storageNodeRights,
  storageTenantRights,
} from './inside/tenant-rights.ts';
export { storageClusterRights, storageRights } from './storage/storage-rights.ts';
export { volumeBackupRights } from './volume-backup/volume-backup-rights.ts';
