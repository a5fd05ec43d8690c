// SPDX-License-Identifier: Apache-2.0
import type { DeploymentRing } from './rings.ts';
import { writePreviewList } from '../report/approved-previews.ts';
import { makeReportFolder, writeReport } from '../report/report-files.ts';
import { writeRingResult } from '../report/ring-result.ts';
import type { StackReport } from '../report/stack-report.ts';
import { frame } from '../run/run-stack.ts';
import { isGood, isLeftToNext, leftToNext, runStacks, unseen } from '../run/run-stacks.ts';
import { beginUntil } from '../run/begin-until.ts';
import type { Findings } from '../run/findings.ts';
import type { RunContext } from '../run/stack-run.ts';
import { gitopsCommand } from '../run/ways-out.ts';
import { withoutFileFix, withoutFileProblem } from '../run/without-file.ts';
import type { LeftRunning } from '../run/without-file.ts';
import { currentCommit } from '../run/workspace.ts';
import { chooseStacks } from './choose-stacks.ts';
import type { Chosen, DueStacks } from './choose-stacks.ts';
import { isOpen, nextOpening } from './windows.ts';

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
  /** Minutes after the start in which stacks may begin. @default as long as it takes */
  readonly beginWithin?: number;
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
    const choice = { parallel, renewAfterDays };
    const { chosen } = await chooseStacks(context, stacksOf(context, ring), choice);
    if (chosen.some(({ isUnreadable }) => !isUnreadable)) return reason;
  }
  return undefined;
}

/** Says which stacks of a ring are due and why, and which are left as they are. */
function announce(
  { progress }: RunContext,
  { name }: DeploymentRing,
  count: number,
  { chosen, destroyed, withoutFile }: DueStacks,
): void {
  progress(`ring ${name}: ${chosen.length} of ${count} stacks to bring up`);
  for (const { because, refusal, stack } of chosen) {
    progress(`  ${stack.id}: ${refusal === undefined ? because : `REFUSED: ${refusal}`}`);
  }
  for (const { because, stack } of destroyed) {
    progress(
      `  ${stack.id}: left as it is, for ${because}: delete its file, change it, or: ${gitopsCommand} run up --stack ${stack.id}`,
    );
  }
  for (const one of withoutFile) progress(`  ${one.stack.id}: ${withoutFileWords(one)}`);
}

/** Says that nobody looks after a stack without a file, and the fix. */
function withoutFileWords({ resources, stack }: LeftRunning): string {
  return `${withoutFileProblem(resources)}. ${withoutFileFix(stack)}`;
}

/**
 * Reports stacks without a file, so that the summary names them. They make no deployment fail: the keys
 * of all other stacks are renewed by it.
 */
function reportWithoutFile(
  context: RunContext,
  { only, reports }: Deployment,
  { withoutFile }: DueStacks,
): void {
  const operation = only === 'preview' ? 'preview' : 'up';
  for (const one of withoutFile) {
    const report = frame(context, one.stack, operation, new Date());
    writeReport(reports, { ...report, outcome: 'skipped', reason: withoutFileWords(one) });
  }
}

/** Writes the report of a stack that is not run. */
function reportWithoutRun(
  context: RunContext,
  reports: string,
  { stack }: Chosen,
  operation: 'up' | 'preview',
  how: Findings,
): void {
  writeReport(reports, { ...frame(context, stack, operation, new Date()), ...how });
  context.progress(`${stack.id}: ${how.outcome === 'refused' ? 'REFUSED' : 'skipped'}`);
}

/** Previews the stacks that are due; refuses those that must not be brought up with this checkout. */
async function previewChosen(
  context: RunContext,
  { parallel, reports }: Deployment,
  chosen: readonly Chosen[],
): Promise<void> {
  for (const one of chosen) {
    const { refusal: reason } = one;
    if (reason === undefined) continue;
    reportWithoutRun(context, reports, one, 'preview', { outcome: 'refused', reason });
  }
  await runStacks(context, {
    operation: 'preview',
    stacks: chosen.filter(({ refusal }) => refusal === undefined).map(({ stack }) => stack),
    reports,
    parallel,
    renewals: renewalsOf(chosen),
  });
}

/** Returns the ids of the stacks that are due only to renew keys. */
function renewalsOf(chosen: readonly Chosen[]): ReadonlySet<string> {
  return new Set(chosen.filter(({ isRenewal }) => isRenewal).map(({ stack }) => stack.id));
}

/** Writes which previews there are, or how each ring ended, for the jobs that come after this one. */
function recordEnd(
  { workspace }: RunContext,
  { only, reports, rings }: Deployment,
  previewed: readonly string[],
  broken: string | undefined,
): void {
  if (only === 'list') return;
  const commit = currentCommit(workspace);
  if (only === 'preview') {
    const environments = rings.flatMap((one) => one.environments);
    writePreviewList(reports, { commit, environments, stacks: [...previewed] });
    return;
  }
  const first = rings.findIndex(({ name }) => name === broken);
  rings.forEach(({ environments, name: ring }, index) => {
    const endedWell = first === -1 || index < first;
    writeRingResult(reports, { ring, environments, commit, endedWell });
  });
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
  const { approved, beginWithin, only, parallel, renewAfterDays, reports, rings } = deployment;
  const { now = () => new Date() } = deployment;
  if (only !== 'list') makeReportFolder(reports);
  const previewed: string[] = [];
  const inTime = beginUntil(beginWithin, now);
  let broken: string | undefined;
  let waiting = only === undefined ? await waitsBehind(context, deployment, now()) : undefined;
  for (const ring of rings) {
    const { name } = ring;
    const stacks = stacksOf(context, ring);
    const due = await chooseStacks(context, stacks, { parallel, renewAfterDays });
    const { chosen } = due;
    announce(context, ring, stacks.length, due);
    if (only === 'list') continue;
    reportWithoutFile(context, deployment, due);
    const skip = (one: Chosen, how: Omit<Findings, 'outcome'>) =>
      reportWithoutRun(context, reports, one, 'up', { outcome: 'skipped', ...how });
    if (only === 'preview') {
      await previewChosen(context, deployment, chosen);
      previewed.push(...chosen.map(({ stack }) => stack.id));
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
      mayBegin: () => {
        closed ??= waitsFor(ring, now());
        return closed === undefined ? inTime() : { ...leftToNext, reason: closed };
      },
      renewals: renewalsOf(chosen),
      ...(approved !== undefined && { approved }),
    });
    if (!done.every((one) => isGood(one) || isLeftToNext(one))) broken = name;
    waiting = closed;
  }
  recordEnd(context, deployment, previewed, broken);
  return broken === undefined;
}
