// SPDX-License-Identifier: Apache-2.0
import type { DeploymentRing } from './rings.ts';
import { makeReportFolder, writeReport } from '../report/report-files.ts';
import type { StackReport } from '../report/stack-report.ts';
import { frame } from '../run/run-stack.ts';
import { isGood, isLeftToNext, leftToNext, runStacks, unseen } from '../run/run-stacks.ts';
import type { RunContext } from '../run/stack-run.ts';
import { chooseStacks } from './choose-stacks.ts';
import { isOpen, nextOpening } from './windows.ts';
import type { Chosen } from './choose-stacks.ts';

/** Options of {@link deploy}. */
export interface Deployment {
  /** Rings, in order. */
  readonly rings: readonly DeploymentRing[];
  /** Rings in front of them, which are not deployed now. */
  readonly ahead: readonly DeploymentRing[];
  /** Age in days from which a stack is always updated. */
  readonly renewAfterDays: number;
  /** Folder for the reports. */
  readonly reports: string;
  /** Number of stacks that run at a time. */
  readonly parallel: number;
  /** `list` only names the stacks that would be updated, `preview` only previews them. */
  readonly only: 'list' | 'preview' | undefined;
  /** Reports of approved previews, by the stack's id. */
  readonly approved?: ReadonlyMap<string, StackReport>;
  /** Clock. @default that of this machine */
  readonly now?: () => Date;
}

/** Returns why a ring must wait for its window; undefined while one is open. */
function waitsFor({ name, windows }: DeploymentRing, now: Date): string | undefined {
  if (isOpen(windows, now)) return undefined;
  const next = nextOpening(windows, now) ?? 'never';
  return `The ring "${name}" is outside its maintenance windows; the next one opens ${next}. The first deployment after that does it.`;
}

const stacksOf = ({ workspace }: RunContext, { environments }: DeploymentRing) =>
  workspace.stacks.filter((one) => environments.includes(one.environment));

/**
 * Returns why rings must wait for a ring in front of them: it is outside its windows, and something is
 * known to be due in it. A job that may not read the states of that ring knows of nothing.
 */
async function waitsBehind(
  context: RunContext,
  { ahead, parallel, renewAfterDays }: Deployment,
  now: Date,
): Promise<string | undefined> {
  for (const ring of ahead) {
    const reason = waitsFor(ring, now);
    if (reason === undefined) continue;
    const due = await chooseStacks(context, stacksOf(context, ring), { parallel, renewAfterDays });
    if (due.some(({ isUnreadable }) => !isUnreadable)) return reason;
  }
  return undefined;
}

/**
 * Deploys rings one after the other; updates the stacks of each that may have changed. A ring in
 * which any stack did not end well stops the next ring, except for stacks that are left to the next
 * deployment. A ring outside its maintenance windows is left to a later deployment, and what is due in
 * the rings after it, too: no ring gets a change before those in front of it. Skipped stacks stay due,
 * because their last deployed commit does not change.
 *
 * @returns whether everything went well.
 */
export async function deploy(context: RunContext, deployment: Deployment): Promise<boolean> {
  const { approved, only, parallel, renewAfterDays, reports, rings } = deployment;
  const { now = () => new Date() } = deployment;
  if (only !== 'list') makeReportFolder(reports);
  let broken: string | undefined;
  let waiting = only === undefined ? await waitsBehind(context, deployment, now()) : undefined;
  for (const ring of rings) {
    const { name } = ring;
    const stacks = stacksOf(context, ring);
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
    waiting ??= chosen.length === 0 ? undefined : waitsFor(ring, now());
    if (waiting !== undefined) {
      if (chosen.length > 0) context.progress(waiting);
      for (const one of chosen) skip(one, { ...leftToNext, reason: waiting });
      continue;
    }
    // These stacks became due after the approved preview.
    const late = chosen.filter(({ stack }) => approved !== undefined && !approved.has(stack.id));
    for (const one of late) skip(one, { ...leftToNext, reason: unseen });
    let closed: string | undefined;
    const done = await runStacks(context, {
      operation: 'up',
      stacks: chosen.filter((one) => !late.includes(one)).map(({ stack }) => stack),
      reports,
      parallel,
      mayBegin: () => (closed ??= waitsFor(ring, now())),
      ...(approved !== undefined && { approved }),
    });
    if (!done.every((one) => isGood(one) || isLeftToNext(one))) broken = name;
    waiting = closed;
  }
  return broken === undefined;
}
