// SPDX-License-Identifier: Apache-2.0
import { dataProtected, secretInputsSecret } from './data/index.ts';
import { allowedImages } from './images/index.ts';
import {
  loadBalancerInPool,
  noEmptyNetworkRule,
  userClusterIsolated,
  userClusterQuota,
} from './isolation/index.ts';
import {
  fitsAHost,
  flatcarRootComplex,
  liveMigrationPossible,
  noDnsCollision,
} from './machines/index.ts';
import { noFormerGates, versionsCompatible } from './platform/index.ts';
import { noClusterAdmin, noPrivilegedPod } from './rights/index.ts';
import type { Rule } from './rule/index.ts';
import { storageServed } from './storage/index.ts';

/** All rules of the pack, in the order of the page. */
export const rules: readonly Rule[] = [
  userClusterIsolated,
  noEmptyNetworkRule,
  userClusterQuota,
  loadBalancerInPool,
  noPrivilegedPod,
  noClusterAdmin,
  allowedImages,
  liveMigrationPossible,
  noDnsCollision,
  fitsAHost,
  flatcarRootComplex,
  storageServed,
  versionsCompatible,
  noFormerGates,
  dataProtected,
  secretInputsSecret,
];
