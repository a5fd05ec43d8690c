// SPDX-License-Identifier: Apache-2.0
import type { Stack } from '@strata/nx-pulumi/stacks';
import { z } from 'zod';
import type { ListedStates } from '../run/listed-states.ts';
import { isUnknownStack } from '../run/unknown-stack.ts';
import { pulumi } from '../run/pulumi-process.ts';
import { pulumiContext } from '../run/stack-run.ts';
import type { RunContext } from '../run/stack-run.ts';

/**
 * Output of `pulumi stack history --json`, newest first.
 *
 * @see https://www.pulumi.com/docs/iac/cli/commands/pulumi_stack_history/
 */
const history = z.array(
  z.looseObject({
    /** `update`, `refresh`, `destroy`, `import`, ... */
    kind: z.string(),
    /** `succeeded`, `failed`, `in-progress`. */
    result: z.string(),
    /** End of the update, in whole seconds. */
    endTime: z.iso.datetime(),
    /** Pulumi's data about the environment in which it ran. */
    environment: z.record(z.string(), z.string()).default({}),
  }),
);

/** Commit of an update, and when that ended. */
export interface RecordedCommit {
  readonly commit: string;
  /** In milliseconds since 1970. */
  readonly endedAt: number;
}

/**
 * Pulumi's record of the last update or destroy of a stack.
 *
 * - `deployed`: the stack is what its files said in the recorded commit.
 * - `destroyed`: a destroy has ended, well or not.
 * - `unknown`: nobody knows whether it is what the files of a commit say.
 */
export type LastUpdate =
  | { readonly state: 'deployed'; readonly recorded: RecordedCommit }
  | {
      readonly state: 'destroyed' | 'unknown';
      /** How that came, in words. */
      readonly because: string;
      /** Undefined when no record names a commit. */
      readonly recorded?: RecordedCommit;
      /** Whether the state cannot be read from here. @default false */
      readonly isUnreadable?: boolean;
    };

/** Times at which states were written, by the stack's name, in milliseconds since 1970. */
export type StateTimes = ReadonlyMap<string, number>;

/** Number of history entries to read: there are refreshes and repairs between updates. */
const pageSize = '20';

/**
 * Tolerance in milliseconds, because the end of an update is rounded to seconds. A state that is
 * newer than the last recorded end was written by a killed update.
 */
const roundedBy = 1_000;

const neverUp: LastUpdate = { state: 'unknown', because: 'it has never been brought up' };

function readHistory(text: string, written = 0): LastUpdate {
  const entries = history.parse(JSON.parse(text === '' ? '[]' : text));
  const ended = Date.parse(entries[0]?.endTime ?? '');
  const last = entries.find(({ kind }) => kind === 'update' || kind === 'destroy');
  const { 'git.dirty': dirty, 'git.head': commit } = last?.environment ?? {};
  const endedAt = Date.parse(last?.endTime ?? '');
  const recorded = commit === undefined ? undefined : { commit, endedAt };
  const known = recorded && { recorded };
  const unknown = (because: string): LastUpdate => ({ state: 'unknown', because, ...known });
  if (written > ended + roundedBy) return unknown('its last update was cut off');
  if (last === undefined) return neverUp;
  const isGood = last.result === 'succeeded';
  if (last.kind === 'destroy') {
    const because = isGood ? 'it was destroyed' : 'its destroy did not come to a good end';
    return { state: 'destroyed', because, ...known };
  }
  if (!isGood) return unknown('its last update did not come to a good end');
  if (recorded === undefined) return unknown('its last update was not run in a Git repository');
  if (dirty === 'true') return unknown('its last update was run with uncommitted changes');
  return { state: 'deployed', recorded };
}

/**
 * Returns the commit of a stack's last update, from Pulumi's own history, which is stored beside
 * the state. This works with every backend, and also for updates by hand.
 *
 * @param times - see {@link stateTimes}: a killed update is not in the history, but in the state.
 * @see docs/decisions/0014-deployed-commit-is-in-the-history.md
 */
export async function lastUpdate(
  context: RunContext,
  stack: Stack,
  times: StateTimes,
): Promise<LastUpdate> {
  const args = ['stack', 'history', '--json', '--page-size', pageSize, '--stack', stack.stack];
  const { code, stderr, stdout } = await pulumi(args, pulumiContext(context, stack));
  if (code === 0) return readHistory(stdout.trim(), times.get(stack.stack));
  const [first = ''] = stderr.trim().split('\n');
  if (isUnknownStack({ stderr })) return neverUp;
  const because = `its history cannot be read (${first})`;
  return { state: 'unknown', because, isUnreadable: true };
}

/**
 * Returns the times at which Pulumi wrote the states of a program; an unreadable state has no time.
 */
export function stateTimes(listed: ListedStates): StateTimes {
  const states = 'states' in listed ? listed.states : [];
  return new Map(
    states.flatMap(({ stack, writtenAt }) => {
      return writtenAt === undefined ? [] : [[stack, writtenAt] as const];
    }),
  );
}
