// SPDX-License-Identifier: Apache-2.0
import type { RestoreProof } from '@strata/contracts/restore-proof';
import { makeOwnFolder } from '@strata/gitops/own-folder';
import { readFileSync, rmSync } from 'node:fs';
import type { Question } from './command-line.ts';
import { compare } from './compare.ts';
import type { Comparison } from './compare.ts';
import { findBackup } from './find-backup.ts';
import { ProveError } from './prove-error.ts';
import { Restic } from './restic.ts';
import type { RepositoryAccess } from './restic.ts';
import type { ExpectedCluster } from './state/expected-cluster.ts';
import { readExpected } from './state/read-state.ts';
import { toolsOf } from './tools-of.ts';
import { tryBackup } from './try-backup.ts';
import type { Tried } from './try-backup.ts';

/** What a proof is made with. */
export interface ProveContext {
  /** Root of the repository. */
  readonly root: string;
  /** Has the credentials of the S3 server, and what Pulumi needs. */
  readonly env: NodeJS.ProcessEnv;
  /** Ends everything that was started. */
  readonly signal: AbortSignal;
}

function secretOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    throw new ProveError((error as Error).message);
  }
}

/** Repositories in a volume of the infra cluster are at this path, in its pods only. */
const inVolume = (repository: string) => repository.startsWith('/backups/');

function accessOf(
  { cluster, environment, passwordFile, repository }: Question,
  expected: ExpectedCluster | undefined,
): RepositoryAccess {
  if (repository !== undefined && passwordFile !== undefined) {
    return { repository, password: secretOf(passwordFile) };
  }
  if (expected?.access === undefined) {
    throw new ProveError(
      `${environment}.${cluster} has no output "backup": set user-cluster:backup in its file, or give --repository.`,
    );
  }
  if (inVolume(expected.access.repository)) {
    throw new ProveError(
      'The backups are in a volume of the infra cluster; copy the repository here, and give --repository and --password-file.',
    );
  }
  return expected.access;
}

function keyOf(question: Question, expected: ExpectedCluster | undefined): string | undefined {
  const { encryptionKeyFile } = question;
  if (encryptionKeyFile !== undefined) return secretOf(encryptionKeyFile);
  return expected?.encryptionKey;
}

function comparisonOf(
  { found, mismatches }: Tried,
  compareWith: (found: NonNullable<Tried['found']>) => Comparison,
): Comparison {
  if (found === undefined) return { mismatches, notes: [], nodes: {} };
  const compared = compareWith(found);
  return { ...compared, mismatches: [...mismatches, ...compared.mismatches] };
}

/**
 * Restores a backup of a cluster as a trial.
 *
 * @throws ProveError when nothing can be tried; ToolchainError when a program is not built.
 */
export async function prove(question: Question, context: ProveContext): Promise<RestoreProof> {
  const { env, root, signal } = context;
  const { cluster, environment } = question;
  const began = Date.now();
  const expected = await readExpected(question, { env, signal, cwd: root });
  signal.throwIfAborted();
  const tools = await toolsOf(expected?.kubernetes, env);
  const restic = new Restic(tools.restic.path, accessOf(question, expected), env, signal);
  const backup = await findBackup(restic, `${environment}.${cluster}`, question.backup);
  signal.throwIfAborted();
  const folder = makeOwnFolder('restore');
  try {
    const encryptionKey = keyOf(question, expected);
    const trial = { restic, backup, tools, folder, encryptionKey, env, signal };
    const tried = await tryBackup(trial);
    const compared = comparisonOf(tried, (found) => compare(expected, found, backup));
    const { mismatches, nodes, notes } = compared;
    const newest = tried.found?.newest;
    return {
      format: 1,
      environment,
      cluster,
      time: new Date().toISOString(),
      seconds: Math.round((Date.now() - began) / 100) / 10,
      backup,
      verdict: mismatches.length === 0 ? 'restorable' : 'broken',
      mismatches: [...mismatches],
      notes: [...notes],
      objects: { ...tried.found?.counts },
      nodes: { ...nodes },
      ...(newest !== undefined && { newest }),
      versions: {
        apiServer: tools.apiServer.version,
        ...(expected !== undefined && { kubernetes: expected.kubernetes }),
        etcd: tools.etcd.version,
        restic: tools.restic.version,
      },
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
