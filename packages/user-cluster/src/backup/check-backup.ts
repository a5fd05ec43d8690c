// SPDX-License-Identifier: Apache-2.0
import { backupJob, suggestion } from '@strata/contracts';
import type { Problem } from '@strata/contracts';
import type { Check, CheckContext } from '../checks/check-context.ts';
import { growthProblem } from '../checks/growth-problem.ts';
import { addressProblems, authorityProblems } from '../checks/check-server.ts';
import { ownPolicyProblems } from '../checks/own-policies.ts';
import type { BackupConfig } from '../config/index.ts';
import { localProvisioners } from '../storage/local-provisioners.ts';
import { backupPolicyNames } from '../tenancy/backup-policies.ts';
import type { BackupVolume } from '../update/index.ts';
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

/** Returns why an existing volume cannot have another size; undefined if it can. */
function sizeProblem(wanted: number, found: BackupVolume, context: CheckContext) {
  const { sizeGiB } = found;
  if (wanted === sizeGiB) return undefined;
  const what = `the volume ${backupJob}`;
  if (wanted > sizeGiB) return growthProblem(what, found, context);
  return `${what} has ${sizeGiB} GiB, and a volume cannot shrink; take ${sizeGiB} or more`;
}

function volumeProblems({ target }: BackupConfig, context: CheckContext): Problem[] {
  const { platform, running } = context;
  const { volume } = target;
  if (volume === undefined) return [];
  if (running?.backupVolume !== undefined) {
    // It stays in its class, so no other matters.
    const message = sizeProblem(volume.sizeGiB, running.backupVolume, context);
    return message === undefined
      ? []
      : [{ path: ['backup', 'target', 'volume', 'sizeGiB'], message }];
  }
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
