// SPDX-License-Identifier: Apache-2.0
import type { Stack } from '@strata/nx-pulumi/stacks';
import { makeReportFolder, writeReport } from '../report/report-files.ts';
import type { StackReport } from '../report/stack-report.ts';
import type { ApprovedPreview } from './compare-with-preview.ts';
import { LimitsTogether, refusedTogether } from './limits-together.ts';
import { frame, runStack } from './run-stack.ts';
import type { Operation } from './run-stack.ts';
import type { Findings } from './findings.ts';
import { SharedParts } from './shared-parts.ts';
import type { RunContext } from './stack-run.ts';
import { programFolder } from './workspace.ts';

/** Operation on many stacks, with its options. */
export interface Batch {
  readonly operation: Operation;
  readonly stacks: readonly Stack[];
  /** Folder for the reports. */
  readonly reports: string;
  /** Number of stacks that run at a time. */
  readonly parallel: number;
  /** Reports of approved previews, by the stack's id. */
  readonly approved?: ReadonlyMap<string, StackReport>;
  /**
   * Asked before each stack begins: why it is skipped. What has begun is brought to its end.
   *
   * @default undefined: it may begin
   */
  readonly mayBegin?: () => Findings | undefined;
  /** Ids of the stacks that are brought up only to renew keys. @default none */
  readonly renewals?: ReadonlySet<string>;
}

/** Outcomes after which the stacks above a stack can run. */
const good: readonly StackReport['outcome'][] = ['unchanged', 'changed'];

/** Returns whether a run went well; found drift does not count as well. */
export function isGood({ outcome }: StackReport): boolean {
  return good.includes(outcome);
}

/** Returns whether a stack was skipped only because nobody has seen a preview of it yet. */
export function isLeftToNext({ leftOut }: StackReport): boolean {
  return leftOut === 'to the next deployment';
}

/** Outcome of a stack that waits for the next deployment. */
export const leftToNext = { outcome: 'skipped', leftOut: 'to the next deployment' } as const;

/** Reason for skipping a stack without an approved preview. */
export const unseen =
  'Nobody saw a preview of it. The next deployment previews it and brings it up.';

const neverBegun: Findings = {
  outcome: 'cancelled',
  reason: 'It was never begun: the run was asked to stop.',
};

const standsOn = (id: string): Findings => ({
  outcome: 'skipped',
  reason: `${id} must come first, and it did not end well. Mend that, and run this again.`,
});

const waitsWith = (id: string): Findings => ({
  ...leftToNext,
  reason: `${id} is left to the next deployment, and so is this.`,
});

/**
 * Returns a function that returns the ids of the stacks of a batch that must run before a stack.
 */
function prerequisites({ operation, stacks }: Batch): (stack: Stack) => readonly string[] {
  const ids = new Set(stacks.map(({ id }) => id));
  if (operation === 'up') return ({ reads }) => reads.filter((id) => ids.has(id));
  // A stack is destroyed after the stacks that read it.
  if (operation === 'destroy') {
    return ({ id }) => stacks.filter(({ reads }) => reads.includes(id)).map((one) => one.id);
  }
  return () => [];
}

const words: Readonly<Record<StackReport['outcome'], string>> = {
  unchanged: 'nothing to do',
  changed: 'done',
  drifted: 'has drifted',
  refused: 'REFUSED',
  failed: 'FAILED',
  skipped: 'skipped',
  cancelled: 'cancelled',
};

function summary(
  id: string,
  { counts, drift, durationMs, operation, outcome, reason }: StackReport,
) {
  const parts = Object.entries(counts)
    .filter(([kind, count]) => kind !== 'same' && count > 0)
    .map(([kind, count]) => `${kind} ${count}`);
  if (drift.length > 0) parts.push(`${drift.length} fields`);
  const what = parts.length > 0 ? ` (${parts.join(', ')})` : '';
  const why = reason === undefined ? '' : `\n  ${reason.replaceAll('\n', '\n  ')}`;
  const said = operation === 'preview' && outcome === 'changed' ? 'would change' : words[outcome];
  return `${id}: ${operation}: ${said}${what}, ${(durationMs / 1_000).toFixed(1)} s${why}`;
}

/** Returns the reports of previews that no limit allows together, each of them refused. */
function refuseTogether(
  limits: LimitsTogether,
  { offline }: RunContext,
  { operation, stacks }: Batch,
  reports: ReadonlyMap<string, StackReport>,
): Map<Stack, StackReport> {
  // An offline preview takes everything for new.
  if (operation !== 'preview' || offline !== undefined) return new Map();
  const changed = stacks.flatMap((stack) => {
    const findings = reports.get(stack.id);
    return findings?.outcome === 'changed' ? [{ stack, findings }] : [];
  });
  const environments = [...new Set(changed.map(({ stack }) => stack.environment))];
  return new Map(
    environments.flatMap((environment) => {
      const those = changed.filter(({ stack }) => stack.environment === environment);
      const exceeded = limits.exceeded(environment, those);
      if (exceeded.length === 0) return [];
      return those.map(
        ({ findings, stack }) => [stack, refusedTogether(findings, environment, exceeded)] as const,
      );
    }),
  );
}

/** Offline previews have a backend and a key of their own. */
function share(
  { env, offline, workspace }: RunContext,
  { operation, parallel, stacks }: Batch,
): SharedParts | undefined {
  if (offline !== undefined) return undefined;
  const sharing = stacks.map((stack) => ({ ...stack, folder: programFolder(workspace, stack) }));
  return new SharedParts({ workspace, env, operation, stacks: sharing, parallel });
}

async function runBatch(given: RunContext, batch: Batch): Promise<StackReport[]> {
  const { approved, mayBegin, operation, parallel, renewals, reports, stacks } = batch;
  const together = new LimitsTogether(given.workspace.root, renewals);
  const context: RunContext = { ...given, together };
  makeReportFolder(reports);
  const before = prerequisites(batch);
  const ended = new Map<string, StackReport>();
  const waiting = [...stacks];
  const keep = (stack: Stack, report: StackReport) => {
    writeReport(reports, report);
    ended.set(stack.id, report);
    context.progress(summary(stack.id, report));
  };
  const skip = (stack: Stack, how: Findings) =>
    keep(stack, { ...frame(context, stack, operation, new Date()), ...how });
  /**
   * Returns the next stack whose prerequisites have finished; skips those that can no longer run.
   */
  const next = (): Stack | undefined => {
    for (const stack of [...waiting]) {
      const reports = before(stack).map((id) => [id, ended.get(id)] as const);
      const bad = reports.filter(([, report]) => report !== undefined && !isGood(report));
      const broken = bad.find(([, report]) => report !== undefined && !isLeftToNext(report));
      const [left] = bad;
      const isReady = reports.every(([, report]) => report !== undefined);
      if (left === undefined && !isReady && !context.signal.aborted) continue;
      waiting.splice(waiting.indexOf(stack), 1);
      if (context.signal.aborted) skip(stack, neverBegun);
      else if (broken !== undefined) skip(stack, standsOn(broken[0]));
      else if (left !== undefined) skip(stack, waitsWith(left[0]));
      else {
        const how = mayBegin?.();
        if (how === undefined) return stack;
        skip(stack, how);
      }
    }
    return undefined;
  };
  for (const stack of approved === undefined ? [] : stacks.filter(({ id }) => !approved.has(id))) {
    waiting.splice(waiting.indexOf(stack), 1);
    skip(stack, { ...leftToNext, reason: unseen });
  }
  /**
   * Returns the approved preview of a stack, and whether the stacks below it were updated after it.
   */
  const seen = (stack: Stack): ApprovedPreview | undefined => {
    const report = approved?.get(stack.id);
    const isOlderThanBelow = before(stack).some((id) => ended.get(id)?.outcome === 'changed');
    return report && { report, isOlderThanBelow };
  };
  const running = new Set<Promise<void>>();
  for (;;) {
    const stack = running.size < parallel ? next() : undefined;
    if (stack !== undefined) {
      context.progress(`${stack.id}: ${operation} ...`);
      const run: Promise<void> = runStack(context, stack, operation, seen(stack)).then((report) => {
        keep(stack, report);
        running.delete(run);
      });
      running.add(run);
    } else if (running.size > 0) await Promise.race(running);
    else if (waiting.length === 0) break;
  }
  refuseTogether(together, context, batch, ended).forEach((one, stack) => keep(stack, one));
  return stacks.flatMap(({ id }) => ended.get(id) ?? []);
}

/**
 * Runs one operation on many stacks, several at a time. A failure does not stop the others, but the
 * stacks above the failed one are skipped. What the stacks of an environment do together is judged by
 * its limits: previews at their end, changes before each of them. Every stack has a report in the end.
 */
export async function runStacks(context: RunContext, batch: Batch): Promise<StackReport[]> {
  using shared = share(context, batch);
  return await runBatch({ ...context, ...(shared && { shared }) }, batch);
}
