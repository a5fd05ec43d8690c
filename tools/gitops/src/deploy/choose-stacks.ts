// SPDX-License-Identifier: Apache-2.0
import { ChangedFiles, Reach } from '@strata/nx-pulumi/stacks';
import type { Stack } from '@strata/nx-pulumi/stacks';
import { spawnSync } from 'node:child_process';
import { GitopsError } from '../gitops-error.ts';
import type { RunContext } from '../run/stack-run.ts';
import { lastUpdate, stateTimes } from './last-update.ts';
import type { LastUpdate, StateTimes } from './last-update.ts';

/** Stack that a deployment must update. */
export interface Chosen {
  readonly stack: Stack;
  /** Reason in words, for people who watch. */
  readonly because: string;
  /** Whether its state cannot be read from here, so that it may not be due at all. */
  readonly isUnreadable: boolean;
}

/** Asks Git about a repository. */
export class Repository {
  readonly #root: string;
  readonly #files: ChangedFiles;
  readonly #changed = new Map<string, readonly string[] | undefined>();

  constructor(root: string) {
    this.#root = root;
    this.#files = new ChangedFiles(root);
  }

  /**
   * Refuses uncommitted changes.
   *
   * @throws GitopsError when tracked files differ from the commit, when files under `stacks` are not
   * in it, or when Git cannot tell, because nobody could say what was deployed.
   */
  refuseUncommitted(): void {
    const changed = this.#git('status', '--porcelain', '--untracked-files=no');
    const added = this.#git('ls-files', '--others', '--exclude-standard', 'stacks');
    const lines = [changed, added.replaceAll(/^(?=.)/gm, '?? ')].filter((text) => text !== '');
    if (lines.length === 0) return;
    throw new GitopsError(
      `a deployment is of a commit; commit or stash first:\n${lines.join('\n')}`,
    );
  }

  /**
   * Returns the files that differ between a commit and HEAD in more than comments; undefined when the
   * commit does not exist here.
   */
  changedSince(commit: string): readonly string[] | undefined {
    if (!this.#changed.has(commit)) this.#changed.set(commit, this.#files.since(commit));
    return this.#changed.get(commit);
  }

  #git(...args: readonly string[]): string {
    const options = { cwd: this.#root, encoding: 'utf8' } as const;
    const { error, status, stderr, stdout } = spawnSync('git', args, options);
    if (status === 0) return stdout.trimEnd();
    const reason = error?.message ?? stderr.trim();
    throw new GitopsError(
      `a deployment is of a commit, and Git does not say whether this is one: ${reason}`,
    );
  }
}

/** Asks a question about each stack, several at a time. */
async function askAll<T>(
  stacks: readonly Stack[],
  parallel: number,
  ask: (stack: Stack) => Promise<T>,
): Promise<Map<Stack, T>> {
  const answers = new Map<Stack, T>();
  const left = [...stacks];
  const worker = async () => {
    for (let stack = left.shift(); stack !== undefined; stack = left.shift()) {
      answers.set(stack, await ask(stack));
    }
  };
  await Promise.all(Array.from({ length: parallel }, worker));
  return answers;
}

/** Data that decides whether a stack is due. */
interface Judge {
  readonly repository: Repository;
  readonly reach: Reach;
  /** Time in milliseconds since 1970. Stacks that were last updated before it are always due. */
  readonly renewBefore: number;
}

const dayLong = 86_400_000;

function reasonOf(
  stack: Stack,
  last: LastUpdate | undefined,
  { reach, renewBefore, repository }: Judge,
): string | undefined {
  if (last === undefined) return undefined;
  if ('unknown' in last) return last.unknown;
  const changed = repository.changedSince(last.commit);
  const short = last.commit.slice(0, 10);
  if (changed === undefined)
    return `the commit ${short} that it was deployed with is not in this clone`;
  const files = reach.filesOf(stack, changed);
  if (files.length === 0) {
    const date = new Date(last.endedAt).toISOString().slice(0, 10);
    return last.endedAt < renewBefore
      ? `its last update was on ${date}, and updates renew its keys`
      : undefined;
  }
  const more = files.length > 1 ? ` and ${files.length - 1} more` : '';
  return `since ${short}: ${files[0] ?? ''}${more}`;
}

/** Options of {@link chooseStacks}. */
export interface Choice {
  /** Number of stacks that are asked about at a time. */
  readonly parallel: number;
  /** Age in days from which a stack is always due. */
  readonly renewAfterDays: number;
  /** Present time. @default the clock of this machine */
  readonly now?: Date;
}

/**
 * Chooses the stacks that a deployment must update: each stack that may have changed since the
 * commit of its last update, each whose last update is too old, and all that read a chosen one.
 */
export async function chooseStacks(
  context: RunContext,
  stacks: readonly Stack[],
  { now = new Date(), parallel, renewAfterDays }: Choice,
): Promise<Chosen[]> {
  const { root, stacks: all } = context.workspace;
  const judge = {
    repository: new Repository(root),
    reach: new Reach(root, all),
    renewBefore: now.getTime() - renewAfterDays * dayLong,
  };
  const none: StateTimes = new Map();
  // Each environment may have its own backend.
  const listOf = ({ environment, program }: Stack) => `${environment} ${program}`;
  const lists = [...new Map(stacks.map((stack) => [listOf(stack), stack])).values()];
  const asked = await askAll(lists, parallel, (stack) => stateTimes(context, stack));
  const times = new Map([...asked].map(([stack, of]) => [listOf(stack), of]));
  const updates = await askAll(stacks, parallel, (stack) =>
    lastUpdate(context, stack, times.get(listOf(stack)) ?? none),
  );
  const chosen = new Map<string, Chosen>();
  // Stacks that others read come first.
  for (const stack of stacks) {
    const below = stack.reads.find((id) => chosen.has(id));
    const last = updates.get(stack);
    const because =
      reasonOf(stack, last, judge) ?? (below === undefined ? undefined : `it reads ${below}`);
    const isUnreadable = last !== undefined && 'unknown' in last && last.isUnreadable === true;
    if (because !== undefined) chosen.set(stack.id, { stack, because, isUnreadable });
  }
  return [...chosen.values()];
}
