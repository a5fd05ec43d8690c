// SPDX-License-Identifier: Apache-2.0
import { ApiClient, ApiError, readKubeconfig } from '@strata/cluster-client';
import { printableLine } from '@strata/contracts/one-line';
import { readFileSync } from 'node:fs';
import type { FoundBackup } from '../find-backup.ts';
import { ProveError } from '../prove-error.ts';
import type { ProveContext } from '../prove.ts';
import { chooseObjects } from './choose-objects.ts';
import type { ChosenObjects } from './choose-objects.ts';
import type { ObjectsQuestion } from './command-line.ts';
import { compareTarget } from './compare-target.ts';
import type { ComparedTarget, Verdict } from './compare-target.ts';
import { makeObjects } from './make-objects.ts';
import { objectsText } from './preview-text.ts';
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
export interface ReadBackup {
  readonly backup: FoundBackup;
  readonly content: BackupContent;
  /** Keys of the objects that the stack of its cluster makes inside. */
  readonly ofStack: ReadonlySet<string>;
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

/** Returns whether the objects are for another cluster than that of the backup; files are for that one. */
const isForOther = ({ cluster, environment, target }: ObjectsQuestion) =>
  target !== `${environment}.${cluster}`;

/** Where nobody asks a target, nothing is there. */
function withoutTarget({ brought, claims }: ChosenObjects): ComparedTarget {
  const objects = brought.map((one) => ({ ...one, verdict: 'new' as const }));
  return { objects, missingClaims: claims };
}

/** @throws ProveError when the target does not answer any more. */
async function makeOrSay(...args: Parameters<typeof makeObjects>): ReturnType<typeof makeObjects> {
  try {
    return await makeObjects(...args);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new ProveError(`${error.message}. What was made stays; the same command goes on there.`);
  }
}

async function bring(
  question: ObjectsQuestion,
  { client, served }: { readonly client: ApiClient; readonly served: ServedKinds },
  compared: ComparedTarget,
  { pause, print, signal, tell }: ObjectsContext,
): Promise<number> {
  tell(`making objects in ${question.target}`);
  const target = { client, served, signal, pause };
  const { failed, made } = await makeOrSay(target, compared.objects);
  const refused = compared.objects.filter(({ verdict }) => verdict === 'refused').length;
  print(`${question.target}: ${made} objects were made.`);
  for (const { title, why } of failed) print(printableLine(`  not made: ${title}: ${why}`));
  if (refused > 0) print(`  not made: ${refused} that ${question.target} has refused before`);
  return failed.length + refused === 0 ? 0 : 1;
}

/**
 * Compares what was read of a backup with the target, says what would be done, and does it.
 *
 * @returns the exit code: 1 when not all can be brought, or nobody confirms it.
 * @throws ProveError when it cannot be done, with the fix.
 */
export async function bringObjects(
  question: ObjectsQuestion,
  { backup, content, ofStack }: ReadBackup,
  context: ObjectsContext,
): Promise<number> {
  const { confirm, now, print, signal, tell } = context;
  const { isConfirmed, isPreview, out, targetFile } = question;
  const choice = { ...question, isElsewhere: isForOther(question) };
  const chosen = chooseObjects(content.objects, ofStack, choice);
  const client = targetFile === undefined ? undefined : await clientOf(targetFile, signal);
  const served = client && new ServedKinds(client);
  if (client !== undefined) tell(`comparing with ${question.target}`);
  const compared =
    client === undefined || served === undefined
      ? withoutTarget(chosen)
      : await compareTarget(client, served, chosen, choice);
  const { leftOut } = chosen;
  const { elsewhere, unreadable } = content;
  print(objectsText(question, { backup, elsewhere, leftOut, unreadable, ...compared, now: now() }));
  if (isPreview) return 0;
  if (out !== undefined) {
    const files = writeFolder(out, chosen.brought);
    print(
      `${files.length} files, with Secrets in plain text, are in ${out}: delete them when they are no longer needed.`,
    );
    return 0;
  }
  if (client === undefined || served === undefined) return 0;
  const hasAny = (verdict: Verdict) => compared.objects.some((one) => one.verdict === verdict);
  // A run that was killed has made all, but not set all owners.
  const isOpen = hasAny('new') || compared.objects.some(({ lacksOwners }) => lacksOwners === true);
  if (!isOpen) return hasAny('refused') ? 1 : 0;
  refuseEmptyVolumes(question, compared);
  if (!isConfirmed && !(await confirm())) return 1;
  return bring(question, { client, served }, compared, context);
}
