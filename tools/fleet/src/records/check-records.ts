// SPDX-License-Identifier: Apache-2.0
import { proofFile } from '@strata/contracts/restore-proof';
import type { CheckRecord } from '../model.ts';
import { driftCheckFile, lastDriftCheck } from './last-drift-check.ts';
import { lastProof } from './last-proof.ts';

/** Place and time of reading of records. */
export interface RecordContext {
  /** Folder of the repository. */
  readonly root: string;
  readonly environment: string;
  readonly now: Date;
}

const programs = ['infra', 'kubevirt-stack', 'addons'] as const;

const differences = (number: number) =>
  `${number} ${number === 1 ? 'field differs' : 'fields differ'}`;

/** Returns what the last drift check of a stack found; no value of a field is in it. */
function driftRecord(
  { now, root }: RecordContext,
  what: string,
  program: string,
  stack: string,
): CheckRecord[] {
  const report = lastDriftCheck(root, program, stack);
  if (report === undefined) return [];
  const { drift, outcome, startedAt } = report;
  const found = { unchanged: 'no drift', drifted: differences(drift.length) } as const;
  const isKnown = outcome === 'unchanged' || outcome === 'drifted';
  return [
    {
      what,
      text: isKnown ? found[outcome] : 'could not be checked',
      tone: outcome === 'unchanged' ? 'good' : 'bad',
      at: startedAt,
      readAt: now.toISOString(),
      source: { file: driftCheckFile(program, stack), key: 'outcome' },
    },
  ];
}

/**
 * Returns what the last restore of a cluster's backup on this machine proved.
 *
 * @param hasBackups - whether the file of the cluster has backups; then a missing proof is told.
 */
function proofRecord(context: RecordContext, cluster: string, hasBackups: boolean): CheckRecord[] {
  const { environment, now, root } = context;
  const proof = lastProof(root, environment, cluster);
  const what = 'Restore of the newest backup';
  const source = { file: proofFile(environment, cluster), key: 'verdict' };
  if (proof === undefined) {
    if (!hasBackups) return [];
    return [{ what, text: 'not tried on this machine', tone: 'warn', source }];
  }
  const { backup, mismatches, time, verdict } = proof;
  return [
    {
      what,
      text:
        verdict === 'restorable'
          ? `restorable, as it was stored at ${backup.time}`
          : `broken: ${mismatches.join('; ')}`,
      tone: verdict === 'restorable' ? 'good' : 'bad',
      at: time,
      readAt: now.toISOString(),
      source,
    },
  ];
}

/** Returns what checks of a user cluster have found, as far as this machine ran them. */
export function clusterRecords(
  context: RecordContext,
  cluster: string,
  hasBackups: boolean,
): CheckRecord[] {
  const stack = `${context.environment}.${cluster}`;
  return [
    ...driftRecord(context, 'Drift check', 'user-cluster', stack),
    ...proofRecord(context, cluster, hasBackups),
  ];
}

/** Returns what drift checks of an environment's own stacks have found. */
export function environmentRecords(context: RecordContext): CheckRecord[] {
  return programs.flatMap((program) =>
    driftRecord(context, `Drift check of ${program}`, program, context.environment),
  );
}
