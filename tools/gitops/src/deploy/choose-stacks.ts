// SPDX-License-Identifier: Apache-2.0
import { programNames, Reach } from '@strata/nx-pulumi/stacks';
import type { Stack } from '@strata/nx-pulumi/stacks';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { listedStates } from '../run/listed-states.ts';
import type { RunContext } from '../run/stack-run.ts';
import { leftRunning } from '../run/without-file.ts';
import type { LeftRunning } from '../run/without-file.ts';
import { programFolder } from '../run/workspace.ts';
import { lastUpdate, stateTimes } from './last-update.ts';
import type { LastUpdate, StateTimes } from './last-update.ts';
import { refuseOlder } from './older-checkout.ts';
import { Repository } from './repository.ts';

/** Reason for which a stack is due. */
interface Reason {
  /** In words, for people who watch. */
  readonly because: string;
  /** Whether nothing has changed, and its keys are to be renewed. */
  readonly isRenewal: boolean;
}

/** Stack that a deployment must update. */
export interface Chosen extends Reason {
  readonly stack: Stack;
  /** Whether its state cannot be read from here, so that it may not be due at all. */
  readonly isUnreadable: boolean;
  /** Why it must not be brought up with this checkout; undefined when it may be. */
  readonly refusal?: string;
}

/** Stack that was destroyed, and that no deployment builds again. */
export interface Destroyed {
  readonly stack: Stack;
  /** How that came, in words. */
  readonly because: string;
}

/** Stacks of a deployment. */
export interface DueStacks {
  readonly chosen: readonly Chosen[];
  readonly destroyed: readonly Destroyed[];
  /** Those of the same environments that have no file, and go on running. */
  readonly withoutFile: readonly LeftRunning[];
}

/** Asks the same question about each of several things, several at a time. */
async function askAll<T extends object, Answer>(
  all: readonly T[],
  parallel: number,
  ask: (one: T) => Promise<Answer>,
): Promise<Map<T, Answer>> {
  const answers = new Map<T, Answer>();
  const left = [...all];
  const worker = async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) {
      answers.set(one, await ask(one));
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

const due = (because: string): Reason => ({ because, isRenewal: false });

/**
 * Returns whether somebody has changed the file of a destroyed stack after that. No other file counts:
 * one that all stacks share would build again what was destroyed on purpose.
 */
function isWantedAgain({ file }: Stack, { recorded }: LastUpdate, { repository }: Judge): boolean {
  if (recorded === undefined) return false;
  return repository.changedSince(recorded.commit)?.includes(file) === true;
}

function reasonOf(stack: Stack, last: LastUpdate, judge: Judge): Reason | undefined {
  const { reach, renewBefore, repository } = judge;
  if (last.state !== 'deployed') {
    const isDestroyed = last.state === 'destroyed';
    return due(isDestroyed ? 'its file has changed since it was destroyed' : last.because);
  }
  const { commit, endedAt } = last.recorded;
  const changed = repository.changedSince(commit);
  const short = commit.slice(0, 10);
  if (changed === undefined) {
    return due(`the commit ${short} that it was deployed with is not in this clone`);
  }
  const files = reach.filesOf(stack, changed);
  if (files.length === 0) {
    if (endedAt >= renewBefore) return undefined;
    const date = new Date(endedAt).toISOString().slice(0, 10);
    const because = `its last update was on ${date}, and updates renew its keys`;
    return { because, isRenewal: true };
  }
  const more = files.length > 1 ? ` and ${files.length - 1} more` : '';
  return due(`since ${short}: ${files[0] ?? ''}${more}`);
}

/** Returns why a stack is due that reads chosen stacks. */
function reasonFrom(below: readonly Chosen[]): Reason | undefined {
  const [first] = below;
  if (first === undefined) return undefined;
  const isRenewal = below.every((one) => one.isRenewal);
  return { because: `it reads ${first.stack.id}`, isRenewal };
}

type ListOf = Pick<Stack, 'environment' | 'program'>;

/** Each environment may have its own backend. */
const listName = ({ environment, program }: ListOf) => `${environment} ${program}`;

/**
 * Returns every program of each environment of these stacks whose states are to be listed, also one
 * that has no file there any more.
 */
function listsOf({ workspace }: RunContext, stacks: readonly Stack[]): ListOf[] {
  const environments = [...new Set(stacks.map(({ environment }) => environment))];
  const isThere = (of: ListOf) =>
    stacks.some((one) => listName(one) === listName(of)) ||
    existsSync(join(programFolder(workspace, of), 'Pulumi.yaml'));
  return environments
    .flatMap((environment) => programNames.map((program) => ({ environment, program })))
    .filter(isThere);
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
 * commit of its last update, each whose last update is too old, and all that read a chosen one. A
 * destroyed stack is none of them until its own file has changed.
 */
export async function chooseStacks(
  context: RunContext,
  stacks: readonly Stack[],
  { now = new Date(), parallel, renewAfterDays }: Choice,
): Promise<DueStacks> {
  const { root, stacks: all } = context.workspace;
  const judge = {
    repository: new Repository(root),
    reach: new Reach(root, all),
    renewBefore: now.getTime() - renewAfterDays * dayLong,
  };
  const none: StateTimes = new Map();
  const listed = await askAll(listsOf(context, stacks), parallel, (of) =>
    listedStates(context, of),
  );
  const times = new Map([...listed].map(([of, list]) => [listName(of), stateTimes(list)]));
  const updates = await askAll(stacks, parallel, (stack) =>
    lastUpdate(context, stack, times.get(listName(stack)) ?? none),
  );
  const chosen = new Map<string, Chosen>();
  const destroyed: Destroyed[] = [];
  // Stacks that others read come first.
  for (const stack of stacks) {
    const last = updates.get(stack);
    if (last === undefined) continue;
    if (last.state === 'destroyed' && !isWantedAgain(stack, last, judge)) {
      destroyed.push({ stack, because: last.because });
      continue;
    }
    const below = stack.reads.flatMap((id) => chosen.get(id) ?? []);
    const reason = reasonOf(stack, last, judge) ?? reasonFrom(below);
    if (reason === undefined) continue;
    const isUnreadable = last.state === 'unknown' && last.isUnreadable === true;
    const refusal = context.mayBeOlder === true ? undefined : refuseOlder(judge.repository, last);
    chosen.set(stack.id, {
      stack,
      ...reason,
      isUnreadable,
      ...(refusal !== undefined && { refusal }),
    });
  }
  const withoutFile = [...listed].flatMap(([{ environment, program }, list]) =>
    // Whose states cannot be listed is known by the stacks that have a file.
    'states' in list
      ? leftRunning(context.workspace, program, list.states).filter(
          ({ stack }) => stack.environment === environment,
        )
      : [],
  );
  return { chosen: [...chosen.values()], destroyed, withoutFile };
}
