// SPDX-License-Identifier: Apache-2.0
import { ChangedFiles, Reach } from '@strata/nx-pulumi/stacks';
import type { Stack } from '@strata/nx-pulumi/stacks';
import { execFileSync } from 'node:child_process';
import { GitopsError } from '../gitops-error.ts';
import type { RunContext } from '../run/stack-run.ts';
import { lastUpdate, stateTimes } from './last-update.ts';
import type { LastUpdate, StateTimes } from './last-update.ts';

/** A stack that is to be brought up. */
export interface Chosen {
  readonly stack: Stack;
  /** In words, for people who watch. */
  readonly because: string;
}

/** Asks Git about one repository. */
export class Repository {
  readonly #root: string;
  readonly #files: ChangedFiles;
  readonly #changed = new Map<string, readonly string[] | undefined>();

  constructor(root: string) {
    this.#root = root;
    this.#files = new ChangedFiles(root);
  }

  /** @throws GitopsError when tracked files differ from the commit: nobody could say what was deployed. */
  refuseUncommitted(): void {
    const changed = this.#git('status', '--porcelain', '--untracked-files=no') ?? '';
    if (changed === '') return;
    throw new GitopsError(`a deployment is of a commit; commit or stash first:\n${changed}`);
  }

  /** Files that differ between a commit and HEAD, but for comments; undefined: there is no such commit here. */
  changedSince(commit: string): readonly string[] | undefined {
    if (!this.#changed.has(commit)) this.#changed.set(commit, this.#files.since(commit));
    return this.#changed.get(commit);
  }

  #git(...args: readonly string[]): string | undefined {
    try {
      return execFileSync('git', args, {
        cwd: this.#root,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }).trimEnd();
    } catch {
      return undefined;
    }
  }
}

/** Runs a question for each stack, some at a time. */
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

/** What decides whether a stack is due. */
interface Judge {
  readonly repository: Repository;
  readonly reach: Reach;
  /** Stacks that were brought up before it, in milliseconds since 1970, are due in any case. */
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

/** How stacks are chosen. */
export interface Choice {
  /** How many stacks are asked at a time. */
  readonly parallel: number;
  /** A stack whose last update is older is due in any case. */
  readonly renewAfterDays: number;
  /** @default the time of this machine */
  readonly now?: Date;
}

/**
 * Chooses what a deployment must bring up: each stack that something can have changed since the
 * commit that it was last brought up with, each that has not been brought up for long, and all that
 * read a chosen one.
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
  // Environments have backends of their own.
  const listOf = ({ environment, program }: Stack) => `${environment} ${program}`;
  const lists = [...new Map(stacks.map((stack) => [listOf(stack), stack])).values()];
  const asked = await askAll(lists, parallel, (stack) => stateTimes(context, stack));
  const times = new Map([...asked].map(([stack, of]) => [listOf(stack), of]));
  const updates = await askAll(stacks, parallel, (stack) =>
    lastUpdate(context, stack, times.get(listOf(stack)) ?? none),
  );
  const chosen = new Map<string, Chosen>();
  // Those that others read come first.
  for (const stack of stacks) {
    const below = stack.reads.find((id) => chosen.has(id));
    const because =
      reasonOf(stack, updates.get(stack), judge) ??
      (below === undefined ? undefined : `it reads ${below}`);
    if (because !== undefined) chosen.set(stack.id, { stack, because });
  }
  return [...chosen.values()];
}
