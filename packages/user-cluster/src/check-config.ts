// SPDX-License-Identifier: Apache-2.0
import type { Problem } from '@strata/contracts';
import { checkAccess } from './access/index.ts';
import { checkAddresses } from './addresses/index.ts';
import { checkBackup } from './backup/index.ts';
import { checkKubernetes, checkStartUp } from './bootstrap/index.ts';
import type { Check, CheckContext } from './checks/check-context.ts';
import { checkHostLabels, checkLoadBalancersOff, checkSelectorless } from './cloud/index.ts';
import {
  checkAudit,
  checkControlPlane,
  checkEtcdDisk,
  checkGrowth,
} from './control-plane/index.ts';
import { checkCni, checkDelivery } from './inside/index.ts';
import { checkMachines, checkNetwork } from './machines/index.ts';
import { checkOidc } from './oidc/index.ts';
import { checkRotation } from './rotation/index.ts';
import { checkStorage } from './storage/index.ts';
import { checkIsolation } from './tenancy/index.ts';
import { checkLastingKeys, checkUpdate } from './update/index.ts';
import { checkVolumeBackup } from './volume-backup/index.ts';

/** All checks, in the order of the configuration's keys. */
const checks: readonly Check[] = [
  checkKubernetes,
  checkUpdate,
  checkLastingKeys,
  checkControlPlane,
  checkGrowth,
  checkEtcdDisk,
  checkMachines,
  checkStartUp,
  checkNetwork,
  checkCni,
  checkIsolation,
  checkStorage,
  checkHostLabels,
  checkSelectorless,
  checkLoadBalancersOff,
  checkAccess,
  checkRotation,
  checkAddresses,
  checkBackup,
  checkVolumeBackup,
  checkOidc,
  checkAudit,
  checkDelivery,
];

/** Returns all problems of a configuration whose shape is right. */
export function checkConfig(context: CheckContext): Problem[] {
  return checks.flatMap((check) => check(context));
}
