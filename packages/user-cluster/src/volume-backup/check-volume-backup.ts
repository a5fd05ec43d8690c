// SPDX-License-Identifier: Apache-2.0
import { volumeBackupJob } from '@strata/contracts';
import type { Problem } from '@strata/contracts';
import { longestGapSeconds } from '../backup/schedule-gap.ts';
import type { Check } from '../checks/check-context.ts';
import { ownPolicyProblems } from '../checks/own-policies.ts';
import { storageClasses } from '../storage/index.ts';
import { snapshotClassChoice } from './snapshot-class-choice.ts';

/** Reports snapshots of volumes that could never be taken. */
export const checkVolumeBackup: Check = (context) => {
  const { config, platform } = context;
  const { backup, storage } = config;
  if (backup?.volumes === undefined) return [];
  const { schedule } = backup.volumes;
  return [
    ...(longestGapSeconds(schedule) === undefined ? [neverRuns(schedule)] : []),
    ...(storage === undefined ? [] : classProblems({ config: { storage }, platform })),
    ...ownPolicyProblems(context, [volumeBackupJob], 'snapshots of volumes'),
  ];
};

function neverRuns(schedule: string): Problem {
  const message = `"${schedule}" is at no time; take days that months have, and ranges from less to more`;
  return { path: ['backup', 'volumes', 'schedule'], message };
}

function classProblems(sources: Parameters<typeof storageClasses>[0]): Problem[] {
  const path = ['backup', 'volumes'];
  const classes = storageClasses(sources);
  if (classes.length === 0) {
    return [{ path, message: 'there are no volumes without storage.classes; leave volumes out' }];
  }
  return classes.flatMap((one) => {
    const infra = sources.platform.storageClasses.find(({ name }) => name === one.infraClass);
    // Another check reports an unknown class.
    if (infra === undefined) return [];
    const choice = snapshotClassChoice(one, infra);
    return 'problem' in choice ? [{ path, message: choice.problem }] : [];
  });
}
