// SPDX-License-Identifier: Apache-2.0
import type { RestoreProof } from '@strata/contracts/restore-proof';
import { makeOwnFolder } from '@strata/gitops/own-folder';
import { rmSync } from 'node:fs';
import type { Question } from './command-line.ts';
import { compare } from './compare.ts';
import { findBackup } from './find-backup.ts';
import type { NewestBackup } from './find-backup.ts';
import type { Tell } from './progress.ts';
import { ProveError } from './prove-error.ts';
import { accessOf, bucketVariables } from './repository-access.ts';
import { Restic } from './restic.ts';
import type { RepositoryAccess } from './restic.ts';
import type { ExpectedCluster } from './state/expected-cluster.ts';
import { readExpected } from './state/read-state.ts';
import { toolsOf } from './tools-of.ts';
import { tryBackup } from './try-backup.ts';
import type { Tried } from './try-backup.ts';

/** Settings and callbacks that a proof runs with. */
export interface ProveContext {
  /** Root of the repository. */
  readonly root: string;
  /** Variables that Pulumi needs, and the credentials of a bucket that the stack does not know. */
  readonly env: NodeJS.ProcessEnv;
  /** Ends everything that was started. */
  readonly signal: AbortSignal;
  /** Gets what is done next. */
  readonly tell: Tell;
}

/** Fields of the proof that its trial provides. */
type Outcome = Pick<
  RestoreProof,
  'verdict' | 'mismatches' | 'notes' | 'objects' | 'nodes' | 'newest'
>;

function outcomeOf(
  expected: ExpectedCluster,
  { notes, ...backup }: NewestBackup,
  { found, mismatches }: Tried,
): Outcome {
  const compared =
    found === undefined
      ? { mismatches: [], notes: [], nodes: {} }
      : compare(expected, found, backup);
  const all = [...mismatches, ...compared.mismatches];
  return {
    verdict: all.length === 0 ? 'restorable' : 'broken',
    mismatches: all,
    notes: [...notes, ...compared.notes],
    objects: { ...found?.counts },
    nodes: { ...compared.nodes },
    ...(found?.newest !== undefined && { newest: found.newest }),
  };
}

async function proveIn(
  folder: string,
  question: Question,
  expected: ExpectedCluster,
  access: RepositoryAccess,
  { env, signal, tell }: ProveContext,
): Promise<Pick<RestoreProof, 'backup' | 'versions'> & Outcome> {
  const stack = `${question.environment}.${question.cluster}`;
  const { bucket, encryptionKeys, kubernetes } = expected;
  const tools = await toolsOf(kubernetes, env);
  // The credentials of a bucket are not those of a copy.
  const variables = question.repository === undefined ? bucketVariables(bucket, folder) : {};
  const options = { env: { ...env, ...variables }, signal };
  const restic = new Restic(tools.restic.path, access, options);
  tell(`opening the repository of ${stack}`);
  const newest = await findBackup(restic, stack);
  const { id, time } = newest;
  const backup = { id, time };
  const trial = { restic, backup, tools, folder, encryptionKeys, env, signal, tell };
  const tried = await tryBackup(trial);
  return {
    backup,
    ...outcomeOf(expected, newest, tried),
    versions: {
      apiServer: tools.apiServer.version,
      kubernetes,
      etcd: tools.etcd.version,
      restic: tools.restic.version,
    },
  };
}

/**
 * Restores the newest backup of a cluster as a trial.
 *
 * @returns undefined when the cluster has no backups and that is no failure.
 * @throws ProveError when nothing can be tried; ToolchainError when a program is not built.
 */
export async function prove(
  question: Question,
  context: ProveContext,
): Promise<RestoreProof | undefined> {
  const { env, root, signal, tell } = context;
  const { cluster, environment } = question;
  const began = Date.now();
  tell(`reading the state of ${environment}.${cluster}`);
  const expected = await readExpected(question, { env, signal, cwd: root });
  const access = accessOf(question, expected);
  if (access === undefined) {
    if (question.isIfConfigured) return undefined;
    throw new ProveError(
      `${environment}.${cluster} has no output "backup": set user-cluster:backup in its file, and bring the stack up.`,
    );
  }
  const folder = makeOwnFolder('restore');
  try {
    const proven = await proveIn(folder, question, expected, access, context);
    return {
      format: 1,
      environment,
      cluster,
      time: new Date().toISOString(),
      seconds: Math.round((Date.now() - began) / 100) / 10,
      ...proven,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
