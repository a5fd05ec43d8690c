// SPDX-License-Identifier: Apache-2.0
import type { Stack } from '@strata/nx-pulumi/stacks';
import { z } from 'zod';
import { pulumi } from '../run/pulumi-process.ts';
import { pulumiContext } from '../run/stack-run.ts';
import type { RunContext } from '../run/stack-run.ts';

/**
 * What `pulumi stack history --json` prints, the newest first.
 *
 * @see https://www.pulumi.com/docs/iac/cli/commands/pulumi_stack_history/
 */
const history = z.array(
  z.looseObject({
    /** `update`, `refresh`, `destroy`, `import`, ... */
    kind: z.string(),
    /** `succeeded`, `failed`, `in-progress`. */
    result: z.string(),
    /** In whole seconds. */
    endTime: z.iso.datetime(),
    /** What Pulumi knew of where it ran. */
    environment: z.record(z.string(), z.string()).default({}),
  }),
);

/** What Pulumi recorded of the last time that somebody brought a stack up. */
export type LastUpdate =
  | {
      readonly commit: string;
      /** When it ended, in milliseconds since 1970. */
      readonly endedAt: number;
    }
  /** Why nobody can say which commit is deployed. */
  | { readonly unknown: string };

/**
 * What `pulumi stack ls --json` prints; `lastUpdate` is when the state was written.
 *
 * @see https://www.pulumi.com/docs/iac/cli/commands/pulumi_stack_ls/
 */
const list = z.array(z.looseObject({ name: z.string(), lastUpdate: z.iso.datetime().optional() }));

/** When states were written, by the stack's name, in milliseconds since 1970. */
export type StateTimes = ReadonlyMap<string, number>;

/** How far back is looked: refreshes and repairs stand between updates. */
const pageSize = '20';

/** What a killed update has written is newer than the end of the last one that Pulumi recorded. */
const roundedBy = 1_000;

function readHistory(text: string, written = 0): LastUpdate {
  const entries = history.parse(JSON.parse(text === '' ? '[]' : text));
  const ended = Date.parse(entries[0]?.endTime ?? '');
  if (written > ended + roundedBy) return { unknown: 'its last update was cut off' };
  const last = entries.find(({ kind }) => kind === 'update' || kind === 'destroy');
  if (last === undefined) return { unknown: 'it has never been brought up' };
  if (last.kind === 'destroy') return { unknown: 'it has been destroyed' };
  if (last.result !== 'succeeded') return { unknown: 'its last update did not come to a good end' };
  const { 'git.dirty': dirty, 'git.head': commit } = last.environment;
  if (commit === undefined) return { unknown: 'its last update was not run in a Git repository' };
  if (dirty === 'true') return { unknown: 'its last update was run with uncommitted changes' };
  return { commit, endedAt: Date.parse(last.endTime) };
}

/**
 * The commit that a stack was last brought up with, as Pulumi's own history has it: beside the state,
 * whatever the backend, and true for updates by hand as well.
 *
 * @param times - see {@link stateTimes}: a killed update is in no history, but in the state.
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
  return { unknown: `its history cannot be read (${first})` };
}

/** When Pulumi wrote the states of a program; a state that cannot be read has no time. */
export async function stateTimes(context: RunContext, anyOfProgram: Stack): Promise<StateTimes> {
  const { code, stdout } = await pulumi(
    ['stack', 'ls', '--json'],
    pulumiContext(context, anyOfProgram),
  );
  if (code !== 0) return new Map();
  return new Map(
    list.parse(JSON.parse(stdout)).flatMap(({ lastUpdate: time, name }) => {
      return time === undefined ? [] : [[name, Date.parse(time)] as const];
    }),
  );
}
