// SPDX-License-Identifier: Apache-2.0
import { makeOwnFolder } from '@strata/gitops/own-folder';
import { rmSync } from 'node:fs';
import { listBackups } from '../find-backup.ts';
import { objectKey } from '../objects/found-cluster.ts';
import { ProveError } from '../prove-error.ts';
import { accessOf, bucketVariables } from '../repository-access.ts';
import { Restic } from '../restic.ts';
import { chooseBackup } from '../restore/choose-backup.ts';
import { withRestoredApi } from '../restored-api.ts';
import type { ExpectedCluster } from '../state/expected-cluster.ts';
import { readExpected } from '../state/read-state.ts';
import { toolsOf } from '../tools-of.ts';
import { bringObjects } from './bring-objects.ts';
import type { ObjectsContext, ReadBackup } from './bring-objects.ts';
import type { ObjectsQuestion } from './command-line.ts';
import { readBackup } from './read-backup.ts';
import { refuseUnreadableSecrets } from './refuse-unreadable-secrets.ts';

async function readFrom(
  folder: string,
  question: ObjectsQuestion,
  expected: ExpectedCluster,
  context: ObjectsContext,
): Promise<ReadBackup> {
  const { cluster, environment } = question;
  const { env, now, signal, tell } = context;
  const stack = `${environment}.${cluster}`;
  const access = accessOf(question, expected);
  if (access === undefined) {
    throw new ProveError(
      `${stack} has no output "backup": there is nothing to bring. Set user-cluster:backup in its file, and bring the stack up.`,
    );
  }
  const { bucket, encryptionKeys, kubernetes } = expected;
  const tools = await toolsOf(kubernetes, env);
  const variables = question.repository === undefined ? bucketVariables(bucket, folder) : {};
  const restic = new Restic(tools.restic.path, access, { env: { ...env, ...variables }, signal });
  tell(`opening the repository of ${stack}`);
  const backup = chooseBackup(await listBackups(restic, stack), question.backup, now());
  const trial = { restic, backup, tools, folder, encryptionKeys, env, signal, tell };
  const { broken, result } = await withRestoredApi(trial, (client) => {
    tell('reading all objects of the backup');
    return readBackup(client, question);
  });
  if (result === undefined) throw new ProveError(`The backup cannot be restored: ${broken ?? ''}.`);
  refuseUnreadableSecrets(result, question);
  return { backup, content: result, ofStack: new Set(expected.objects.map(objectKey)) };
}

async function readChosenBackup(
  question: ObjectsQuestion,
  expected: ExpectedCluster,
  context: ObjectsContext,
): Promise<ReadBackup> {
  const folder = makeOwnFolder('restore');
  try {
    return await readFrom(folder, question, expected, context);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Brings objects of a backup into a cluster or into files, or says what that would mean.
 *
 * @returns the exit code.
 * @throws ProveError when it cannot be done, with the fix.
 */
export async function restoreObjects(
  question: ObjectsQuestion,
  context: ObjectsContext,
): Promise<number> {
  const { env, root, signal, tell } = context;
  const { cluster, environment } = question;
  tell(`reading the state of ${environment}.${cluster}`);
  const expected = await readExpected(question, { env, signal, cwd: root });
  const read = await readChosenBackup(question, expected, context);
  return bringObjects(question, read, context);
}
