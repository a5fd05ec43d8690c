// SPDX-License-Identifier: Apache-2.0
// The door for tests and for the page of accounts: tables alone, which load no SDK.
export { cloudClusterRights, cloudRights } from './cloud/cloud-rights.ts';
export {
  cloudLeaseRights,
  cloudTenantRights,
  storageNodeRights,
  storageTenantRights,
} from './inside/tenant-rights.ts';
export { storageClusterRights, storageRights } from './storage/storage-rights.ts';
