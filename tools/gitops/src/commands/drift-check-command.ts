// SPDX-License-Identifier: Apache-2.0
import { inShard, parseShard } from '../drift-issues/shard.ts';
import { GitopsError } from '../gitops-error.ts';
import { leaveOutByHand } from '../run/by-hand.ts';
import { runStacks } from '../run/run-stacks.ts';
import { findStack } from '../run/workspace.ts';
import type { Command } from './command.ts';
import { parseOptions, positiveNumber } from './parse-arguments.ts';
import { defaultParallel } from '../run/default-parallel.ts';
import { defaultReports } from './run-command.ts';

const options = {
  stack: { type: 'string', multiple: true },
  environment: { type: 'string' },
  shard: { type: 'string', default: '1/1' },
  reports: { type: 'string' },
  parallel: { type: 'string', default: `${defaultParallel}` },
} as const;

/**
 * Checks many stacks for drift. Found drift goes into issues, and does not make the schedule fail.
 */
export const driftCheckCommand: Command = {
  usage: [
    'drift-check [--stack ID ... | --environment NAME] [--shard 2/5] [--reports DIR] [--parallel N]',
    'looks whether clusters are what Git says, and writes nothing but reports. --shard: one of equal',
    'parts of all stacks, always the same ones. Environments that are brought up by hand are left out',
    'unless named. The exit code is 0 whatever is found',
  ],
  run: async (args, context) => {
    const { values } = parseOptions(args, options);
    const { environment, stack: ids } = values;
    const { workspace } = context;
    const named = (ids ?? []).map((id) => findStack(workspace, id));
    const shard = parseShard(values.shard);
    const stacks = workspace.stacks.filter(
      (one) =>
        (named.length === 0 || named.includes(one)) &&
        (environment === undefined || one.environment === environment) &&
        inShard(one.id, shard),
    );
    if (
      environment !== undefined &&
      !workspace.stacks.some((one) => one.environment === environment)
    ) {
      throw new GitopsError(`no stack is of the environment "${environment}"`);
    }
    const reports = values.reports ?? defaultReports(workspace);
    const isNamed = () => named.length > 0 || environment !== undefined;
    await runStacks(context, {
      operation: 'drift',
      stacks: leaveOutByHand(context, { operation: 'drift', stacks, reports, isNamed }),
      reports,
      parallel: positiveNumber('parallel', values.parallel),
    });
    return context.signal.aborted ? 1 : 0;
  },
};
