// SPDX-License-Identifier: Apache-2.0
import { suggestion } from '@strata/contracts';
import type { Problem } from '@strata/contracts';
import type { Check, CheckContext } from '../checks/check-context.ts';
import { addressProblems, authorityProblems } from '../checks/check-server.ts';
import { ownPolicyProblems } from '../checks/own-policies.ts';
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
    ...serverProblems(backup),
    ...ownPolicyProblems(context, backupPolicyNames, 'backups'),
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

/** Reports an S3 server that nothing could reach, or whose authority nobody can read. */
function serverProblems({ target: { s3 } }: BackupConfig): Problem[] {
  if (s3 === undefined) return [];
  const server = { url: s3.endpoint, addresses: s3.addresses };
  const path = ['backup', 'target', 's3'];
  return [
    ...authorityProblems({ certificateAuthority: s3.authority }, path, 'authority'),
    ...addressProblems(server, path, 'the endpoint'),
  ];
}
