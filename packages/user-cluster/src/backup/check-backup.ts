// SPDX-License-Identifier: Apache-2.0
import { isIPv4 } from 'node:net';
import { suggestion } from '@strata/contracts';
import type { Problem } from '@strata/contracts';
import { isInside, reservedRanges } from '../addresses/index.ts';
import type { Check, CheckContext } from '../checks/check-context.ts';
import type { BackupConfig } from '../config/index.ts';
import { localProvisioners } from '../storage/local-provisioners.ts';
import { backupPolicyNames } from '../tenancy/backup-policies.ts';
import { longestGapSeconds } from './schedule-gap.ts';

/** Reports backups that could never be made, or that would be lost together with what they are of. */
export const checkBackup: Check = (context) => {
  const { backup } = context.config;
  if (backup === undefined) return [];
  return [
    ...scheduleProblems(backup),
    ...volumeProblems(backup, context),
    ...addressProblems(backup),
    ...nameProblems(context),
  ];
};

function scheduleProblems({ schedule }: BackupConfig): Problem[] {
  if (longestGapSeconds(schedule) !== undefined) return [];
  const message = `"${schedule}" is at no time; take days that months have, and ranges from less to more`;
  return [{ path: ['backup', 'schedule'], message }];
}

function volumeProblems({ target }: BackupConfig, { platform }: CheckContext): Problem[] {
  const { volume } = target;
  if (volume === undefined) return [];
  const wanted = volume.storageClass ?? platform.storage.className;
  const path = ['backup', 'target', 'volume', 'storageClass'];
  const known = platform.storageClasses.find(({ name }) => name === wanted);
  if (known === undefined) {
    const names = platform.storageClasses.map(({ name }) => name);
    const hint = suggestion(wanted, names);
    return [{ path, message: `the infra cluster has no storage class "${wanted}"; ${hint}` }];
  }
  if (!(known.provisioner in localProvisioners)) return [];
  const message =
    `"${wanted}" keeps a volume on one host (${known.provisioner}), and the backups would be lost ` +
    'with it; choose a class that every host can reach, or s3';
  return [{ path, message }];
}

/** Reports a server whose address is known and is not among those that may be reached. */
function addressProblems({ target }: BackupConfig): Problem[] {
  const { s3 } = target;
  const server = s3 === undefined ? '' : new URL(s3.endpoint).hostname;
  if (s3 === undefined || !isIPv4(server)) return [];
  const isOpen =
    s3.addresses?.some((range) => isInside(`${server}/32`, range)) ??
    !reservedRanges.some(({ cidr }) => isInside(`${server}/32`, cidr));
  if (isOpen) return [];
  const message =
    s3.addresses === undefined
      ? `missing; ${server} is no address of the internet, so nothing reaches it unless it is listed here`
      : `does not contain ${server}, the address of the endpoint; add ${server}/32`;
  return [{ path: ['backup', 'target', 's3', 'addresses'], message }];
}

function nameProblems({ config }: CheckContext): Problem[] {
  return (config.isolation?.customNetworkPolicies ?? []).flatMap(({ name }, index) =>
    (backupPolicyNames as readonly string[]).includes(name)
      ? [
          {
            path: ['isolation', 'customNetworkPolicies', index, 'name'],
            message: `"${name}" is the name of a policy of Strata's own, for backups; take another`,
          },
        ]
      : [],
  );
}
