// SPDX-License-Identifier: Apache-2.0
import { ApiClient, readKubeconfig } from '@strata/cluster-client';
import { printableLine } from '@strata/contracts/one-line';
import { makeOwnFolder } from '@strata/gitops/own-folder';
import { readFileSync, rmSync } from 'node:fs';
import { listBackups } from '../find-backup.ts';
import type { FoundBackup } from '../find-backup.ts';
import { objectKey } from '../objects/found-cluster.ts';
import { ProveError } from '../prove-error.ts';
import type { ProveContext } from '../prove.ts';
import { accessOf, bucketVariables } from '../repository-access.ts';
import { Restic } from '../restic.ts';
import { chooseBackup } from '../restore/choose-backup.ts';
import { withRestoredApi } from '../restored-api.ts';
import type { ExpectedCluster } from '../state/expected-cluster.ts';
import { readExpected } from '../state/read-state.ts';
import { toolsOf } from '../tools-of.ts';
import { chooseObjects } from './choose-objects.ts';
import type { ChosenObjects } from './choose-objects.ts';
import type { ObjectsQuestion } from './command-line.ts';
import { compareTarget } from './compare-target.ts';
import type { ComparedTarget } from './compare-target.ts';
import { makeObjects } from './make-objects.ts';
import { objectsText } from './preview-text.ts';
import { readBackup } from './read-backup.ts';
import type { BackupContent } from './read-backup.ts';
import { refuseEmptyVolumes } from './refuse-empty-volumes.ts';
import { ServedKinds } from './served-kinds.ts';
import { writeFolder } from './write-folder.ts';

/** Settings and callbacks that objects are brought with. */
export interface ObjectsContext extends ProveContext {
  /** Prints what people asked for. */
  readonly print: (text: string) => void;
  /** Asks whether to go on. */
  readonly confirm: () => Promise<boolean>;
  /** Milliseconds between two looks at something that is waited for. */
  readonly pause: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** A backup that was read. */
interface ReadBackup {
  readonly backup: FoundBackup;
  readonly content: BackupContent;
}

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
    return readBackup(client);
  });
  if (result === undefined) throw new ProveError(`The backup cannot be restored: ${broken ?? ''}.`);
  const secrets = result.unreadable.find(({ kind }) => kind === 'secrets');
  if (secrets !== undefined) {
    throw new ProveError(
      `Secrets of this backup cannot be read with the encryption keys of the state: ${printableLine(secrets.why)}. Give the state of the cluster that was backed up, by --state.`,
    );
  }
  return { backup, content: result };
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

async function clientOf(file: string, signal: AbortSignal): Promise<ApiClient> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new ProveError(`--kubeconfig cannot be read: ${(error as Error).message}`);
  }
  return new ApiClient(await readKubeconfig(text), { signal, seconds: 30, connections: 'shared' });
}

/** Returns whether the objects are for another cluster than that of the backup, or for nobody knows whom. */
const isForOther = ({ cluster, environment, target }: ObjectsQuestion) =>
  target !== `${environment}.${cluster}`;

/** Where nobody asks a target, nothing is there. */
function withoutTarget({ brought, claims }: ChosenObjects): ComparedTarget {
  const objects = brought.map((one) => ({ ...one, verdict: 'new' as const }));
  return { objects, missingClaims: claims };
}

async function bring(
  question: ObjectsQuestion,
  { client, served }: { readonly client: ApiClient; readonly served: ServedKinds },
  compared: ComparedTarget,
  { pause, print, signal, tell }: ObjectsContext,
): Promise<number> {
  tell(`making objects in ${question.target}`);
  const target = { client, served, signal, pause };
  const { failed, made } = await makeObjects(target, compared.objects);
  const refused = compared.objects.filter(({ verdict }) => verdict === 'refused').length;
  print(`${question.target}: ${made} objects were made.`);
  for (const { title, why } of failed) print(printableLine(`  not made: ${title}: ${why}`));
  if (refused > 0) print(`  not made: ${refused} that ${question.target} has refused before`);
  return failed.length + refused === 0 ? 0 : 1;
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
  const { confirm, env, now, print, root, signal, tell } = context;
  const { cluster, environment, isConfirmed, isPreview, out, targetFile } = question;
  tell(`reading the state of ${environment}.${cluster}`);
  const expected = await readExpected(question, { env, signal, cwd: root });
  const client = targetFile === undefined ? undefined : await clientOf(targetFile, signal);
  const { backup, content } = await readChosenBackup(question, expected, context);
  const ofStack = new Set(expected.objects.map(objectKey));
  const choice = { ...question, isElsewhere: isForOther(question) };
  const chosen = chooseObjects(content.objects, ofStack, choice);
  const served = client && new ServedKinds(client);
  if (client !== undefined) tell(`comparing with ${question.target}`);
  const compared =
    client === undefined || served === undefined
      ? withoutTarget(chosen)
      : await compareTarget(client, served, chosen, choice);
  const { leftOut } = chosen;
  print(
    objectsText(question, {
      backup,
      leftOut,
      ...compared,
      ...content,
      now: now(),
      objects: compared.objects,
    }),
  );
  if (isPreview) return 0;
  if (out !== undefined) {
    const files = writeFolder(out, chosen.brought);
    print(
      `${files.length} files, with Secrets in plain text, are in ${out}: delete them when they are no longer needed.`,
    );
    return 0;
  }
  if (client === undefined || served === undefined) return 0;
  if (!compared.objects.some(({ verdict }) => verdict === 'new')) return 0;
  refuseEmptyVolumes(question, compared);
  if (!isConfirmed && !(await confirm())) return 1;
  return bring(question, { client, served }, compared, context);
}
