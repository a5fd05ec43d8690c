// SPDX-License-Identifier: Apache-2.0
import type { DeploymentRing } from '@strata/contracts';
import { writeReport } from '../report/report-files.ts';
import type { StackReport } from '../report/stack-report.ts';
import { frame } from '../run/run-stack.ts';
import { isGood, isLeftToNext, leftToNext, runStacks, unseen } from '../run/run-stacks.ts';
import type { RunContext } from '../run/stack-run.ts';
import { chooseStacks } from './choose-stacks.ts';
import type { Chosen } from './choose-stacks.ts';

/** What is deployed, and how. */
export interface Deployment {
  /** In their order. */
  readonly rings: readonly DeploymentRing[];
  /** A stack whose last update is older is brought up in any case. */
  readonly renewAfterDays: number;
  /** The folder that reports are written to. */
  readonly reports: string;
  /** How many stacks at a time. */
  readonly parallel: number;
  /** Only says what would be brought up, or previews it. */
  readonly only: 'list' | 'preview' | undefined;
  /** Reports of previews that people approved, by the stack's id. */
  readonly approved?: ReadonlyMap<string, StackReport>;
}

/**
 * Brings rings up one after the other, of each what may have changed. A ring in which anything did
 * not end well stops the next, but not what is left to the next deployment; what was skipped stays due, for it keeps its last commit.
 *
 * @returns whether all went well.
 */
export async function deploy(context: RunContext, deployment: Deployment): Promise<boolean> {
  const { approved, only, parallel, renewAfterDays, reports, rings } = deployment;
  let broken: string | undefined;
  for (const { environments, name } of rings) {
    const stacks = context.workspace.stacks.filter((one) => environments.includes(one.environment));
    const chosen = await chooseStacks(context, stacks, { parallel, renewAfterDays });
    context.progress(`ring ${name}: ${chosen.length} of ${stacks.length} stacks to bring up`);
    for (const { because, stack } of chosen) context.progress(`  ${stack.id}: ${because}`);
    if (only === 'list') continue;
    const skip = ({ stack }: Chosen, how: Pick<StackReport, 'reason' | 'leftOut'>) => {
      const report = frame(context, stack, 'up', new Date());
      writeReport(reports, { ...report, ...how, outcome: 'skipped' });
      context.progress(`${stack.id}: skipped`);
    };
    if (only === 'preview') {
      const all = chosen.map(({ stack }) => stack);
      await runStacks(context, { operation: 'preview', stacks: all, reports, parallel });
      continue;
    }
    if (broken !== undefined) {
      const reason = `The ring "${broken}" did not end well. Mend that; the next deployment does this too.`;
      for (const one of chosen) skip(one, { reason });
      continue;
    }
    // They became due after the preview that people saw.
    const late = chosen.filter(({ stack }) => approved !== undefined && !approved.has(stack.id));
    for (const one of late) skip(one, { ...leftToNext, reason: unseen });
    const done = await runStacks(context, {
      operation: 'up',
      stacks: chosen.filter((one) => !late.includes(one)).map(({ stack }) => stack),
      reports,
      parallel,
      ...(approved !== undefined && { approved }),
    });
    if (!done.every((one) => isGood(one) || isLeftToNext(one))) broken = name;
  }
  return broken === undefined;
}
