// SPDX-License-Identifier: Apache-2.0
import type { Stack } from '@strata/nx-pulumi/stacks';
import { Repository } from '../deploy/repository.ts';
import { makeReportFolder, writeReport } from '../report/report-files.ts';
import { beginUntil } from '../run/begin-until.ts';
import { pulumi } from '../run/pulumi-process.ts';
import { frame } from '../run/run-stack.ts';
import type { Operation } from '../run/run-stack.ts';
import { isGood, runStacks } from '../run/run-stacks.ts';
import { pulumiContext } from '../run/stack-run.ts';
import { findStack } from '../run/workspace.ts';
import type { Command, CommandContext } from './command.ts';
import { parseOptions, positiveNumber } from './parse-arguments.ts';
import { defaultReports } from './run-command.ts';

const options = { reports: { type: 'string' }, 'begin-within': { type: 'string' } } as const;

/** Maximal number of stacks of one repair. */
const mostStacks = 2_000;

/** Takes what the cluster says into the state. Returns whether that went well. */
async function refresh(context: CommandContext, stack: Stack): Promise<boolean> {
  const args = ['refresh', '--yes', '--skip-preview', '--stack', stack.stack];
  context.progress(`${stack.id}: refresh ...`);
  const { code, stderr, stdout } = await pulumi(args, pulumiContext(context, stack));
  if (code !== 0) context.progress(`${stack.id}: refresh: FAILED\n${stdout}\n${stderr}`.trimEnd());
  return code === 0;
}

/**
 * Makes a stack what Git says. Its last report is that of the last look.
 *
 * @returns whether all of it went well.
 */
async function repair(context: CommandContext, stack: Stack, reports: string): Promise<boolean> {
  const run = async (operation: Operation) => {
    const done = await runStacks(context, { operation, stacks: [stack], reports, parallel: 1 });
    return done.every(isGood);
  };
  const isUp = (await refresh(context, stack)) && !context.signal.aborted && (await run('up'));
  if (context.signal.aborted) return false;
  // Drift that is left is in the issue, and is no failure of the repair.
  await run('drift');
  return isUp && !context.signal.aborted;
}

/** Makes stacks that have drifted what Git says. */
export const repairCommand: Command = {
  usage: [
    'repair [ID ...] [--reports DIR] [--begin-within MINUTES]',
    'makes stacks what the checked-out commit says, one after the other: takes what the cluster says',
    'into the state, brings the stack up as `run up` would, and looks for drift again. Refuses changes',
    'that are not committed. --begin-within: no stack is begun later than so many minutes after the',
    'start, so that no time limit cuts it off; then the command fails',
  ],
  run: async (args, context) => {
    const { positionals, values } = parseOptions(args, options, { least: 0, most: mostStacks });
    const { workspace } = context;
    const stacks = positionals.map((id) => findStack(workspace, id));
    new Repository(workspace.root).refuseUncommitted();
    const reports = values.reports ?? defaultReports(workspace);
    const within = values['begin-within'];
    const inTime = beginUntil(
      within === undefined ? undefined : positiveNumber('begin-within', within),
    );
    makeReportFolder(reports);
    let isWell = true;
    for (const stack of stacks) {
      if (context.signal.aborted) return 1;
      const late = inTime();
      if (late === undefined) isWell = (await repair(context, stack, reports)) && isWell;
      else {
        writeReport(reports, { ...frame(context, stack, 'up', new Date()), ...late });
        context.progress(`${stack.id}: skipped\n  ${late.reason ?? ''}`);
        isWell = false;
      }
    }
    return isWell ? 0 : 1;
  },
};
