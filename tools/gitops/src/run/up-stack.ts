// SPDX-License-Identifier: Apache-2.0
import { programsWithDestroyHook } from '@strata/contracts';
import type { Stack } from '@strata/nx-pulumi/stacks';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { refuseOlderCheckout } from '../deploy/older-checkout.ts';
import { policyFlags } from '../policies/index.ts';
import { carryOut } from './carry-out.ts';
import { changeOf, collectErrors } from './collect-changes.ts';
import {
  beyondPreview,
  compareWithPreview,
  isTooEarly,
  previewedTooEarly,
} from './compare-with-preview.ts';
import type { ApprovedPreview } from './compare-with-preview.ts';
import { makeStack, secretsProblem } from './existing-stack.ts';
import { dropPlannedValues, isAboutPlan, planViolations } from './operation-plan.ts';
import { judge } from './preview-stack.ts';
import type { PulumiRun } from './pulumi-process.ts';
import { sayReason } from './say-reason.ts';
import { cancelled, failure, plannedChanges } from './stack-run.ts';
import type { Findings } from './findings.ts';
import type { RunContext } from './stack-run.ts';
import { makeOwnFolder } from './own-folder.ts';
import { isUnknownStack } from './unknown-stack.ts';

/** Operation that changes things, and its preview. */
interface Change {
  readonly preview: readonly string[];
  readonly args: readonly string[];
  /** Whether it is an update: then policies judge it, and a missing stack is made. */
  readonly makesStack: boolean;
  /** File with the plan of the preview, which Pulumi must not exceed; undefined for a destroy. */
  readonly plan?: string;
}

/** Returns the destroy of a program's stack. */
export function destroyOf(program: Stack['program']): Change {
  const hook = programsWithDestroyHook.includes(program) ? ['--run-program'] : [];
  return {
    makesStack: false,
    preview: ['destroy', '--preview-only', ...hook],
    args: ['destroy', '--yes', '--skip-preview', ...hook],
  };
}

const isGood = ({ outcome }: Findings) => outcome === 'changed' || outcome === 'unchanged';

function refuseSurprises(findings: Findings, surprises: readonly string[]): Findings {
  const fix = 'Look at a new preview, and approve that.';
  const reason = ['It is not what was approved:', ...surprises.slice(0, 8), fix].join('\n');
  return { ...findings, outcome: 'refused', reason };
}

/** Previews and judges, and saves the plan. */
async function look(context: RunContext, stack: Stack, { plan, preview }: Change) {
  const save = plan === undefined ? [] : ['--save-plan', plan];
  const judged = await judge(context, stack, [...preview, ...save]);
  if (plan !== undefined && isGood(judged.findings)) dropPlannedValues(plan);
  return judged;
}

/**
 * Previews and judges. Makes a stack that the backend does not have, unless it is to be destroyed.
 */
async function judgeExisting(context: RunContext, stack: Stack, how: Change): Promise<Findings> {
  const { findings, run } = await look(context, stack, how);
  if (!isUnknownStack(run)) return findings;
  if (!how.makesStack) return { outcome: 'unchanged' };
  const problem = secretsProblem(context, stack);
  if (problem !== undefined) return problem;
  const made = await makeStack(context, stack);
  if (made.code !== 0) return failure(context, stack, made);
  return (await look(context, stack, how)).findings;
}

/** Maximal number of rounds, because a preview may not know everything. */
const mostRounds = 5;

/**
 * Returns the findings of all rounds; fields that the rounds do not give come from the first
 * preview.
 */
function sumOf(context: RunContext, first: Findings, runs: readonly PulumiRun[]): Findings {
  const last = runs.at(-1);
  if (last === undefined || runs.length === 1) {
    return { ...first, ...(last && plannedChanges(context, last)) };
  }
  const all = plannedChanges(context, { ...last, events: runs.flatMap(({ events }) => events) });
  const { same } = plannedChanges(context, last).counts;
  return { ...first, changes: all.changes, counts: { ...all.counts, same } };
}

/** Returns whether a run has changed anything. */
const hasChanged = ({ events }: PulumiRun) =>
  events.some(({ resOutputsEvent: end }) => end && changeOf(end.metadata) !== undefined);

/**
 * Returns the findings when nothing is left to do; undefined when another round may do the rest.
 */
function endOf(
  context: RunContext,
  stack: Stack,
  done: Findings,
  { run, surprise }: { run: PulumiRun; surprise?: string },
  { isLast, operation }: { readonly isLast: boolean; readonly operation: 'up' | 'destroy' },
): Findings | undefined {
  if (surprise !== undefined) {
    const reason = `It was stopped, for it ${surprise}. What it did before is kept. Look at a new preview.`;
    return { ...done, outcome: 'refused', reason };
  }
  if (context.signal.aborted && run.code !== 0) return { ...done, ...cancelled(stack, operation) };
  if (run.code === 0) {
    return { ...done, outcome: (done.changes ?? []).length === 0 ? 'unchanged' : 'changed' };
  }
  const violations = planViolations(run.events);
  const isPlan = violations.length > 0 && collectErrors(run.events).every(isAboutPlan);
  if (!isPlan) return { ...done, ...failure(context, stack, run) };
  const isLess = violations.every(({ kind }) => kind === 'less');
  const canGoOn = !isLast && (hasChanged(run) || isLess);
  if (canGoOn && !violations.some(({ kind }) => kind === 'operation')) return undefined;
  const reason = sayReason([
    'Pulumi refused it before it began:',
    ...violations.map(({ message }) => message),
    'What the preview showed and was done before is kept. Look at a new preview.',
  ]);
  return { ...done, outcome: 'refused', reason };
}

/**
 * Carries out what was judged. A preview does not know everything. Where Pulumi stops because of a
 * dependency or a field that only the update could know, or because less had to be done, a new
 * preview is made and judged, and the rest is carried out, as long as it is within the first
 * preview.
 */
async function carryOutInRounds(
  context: RunContext,
  stack: Stack,
  how: Change,
  first: Findings,
): Promise<Findings> {
  const policies = how.makesStack ? policyFlags(context.workspace.root, stack) : [];
  const plan = how.plan === undefined ? [] : ['--plan', how.plan];
  const operation = how.makesStack ? 'up' : 'destroy';
  const runs: PulumiRun[] = [];
  for (let planned = first; ;) {
    const args = [...how.args, ...plan, ...policies];
    const round = await carryOut(context, stack, args, planned.changes ?? []);
    runs.push(round.run);
    const done = sumOf(context, first, runs);
    const isLast = runs.length === mostRounds;
    const end = endOf(context, stack, done, round, { isLast, operation });
    if (end !== undefined) return end;
    context.progress(`${stack.id}: looks again, for its preview could not know everything`);
    planned = (await look(context, stack, how)).findings;
    const { outcome, reason } = planned;
    if (!isGood(planned)) return { ...done, outcome, ...(reason !== undefined && { reason }) };
    const surprises = beyondPreview(planned.changes ?? [], first.changes ?? []);
    if (surprises.length > 0) return refuseSurprises(done, surprises);
  }
}

/** Previews, judges and compares with the approved preview, and only then changes anything. */
async function change(
  context: RunContext,
  stack: Stack,
  how: Change,
  approved: ApprovedPreview | undefined,
): Promise<Findings> {
  const findings = await judgeExisting(context, stack, how);
  const { changes = [], outcome } = findings;
  if (!isGood(findings)) return findings;
  if (how.makesStack && approved !== undefined && isTooEarly(approved)) {
    return { outcome: 'skipped', leftOut: 'to the next deployment', reason: previewedTooEarly };
  }
  const surprises = approved === undefined ? [] : compareWithPreview(changes, approved);
  if (surprises.length > 0) return refuseSurprises(findings, surprises);
  const { together } = context.beyondLimits === true ? {} : context;
  const tooMuch = together?.refuse(stack, findings);
  if (tooMuch !== undefined) return tooMuch;
  // There is nothing to destroy.
  if (!how.makesStack && outcome === 'unchanged') return findings;
  return carryOutInRounds(context, stack, how, findings);
}

/**
 * Updates a stack, within its preview and the limits of its environment, and never to an older commit
 * than the deployed one.
 *
 * @param approved - preview that people approved; undefined when no approval is needed.
 */
export async function upStack(
  context: RunContext,
  stack: Stack,
  approved?: ApprovedPreview,
): Promise<Findings> {
  const older = await refuseOlderCheckout(context, stack);
  if (older !== undefined) return { outcome: 'refused', reason: older };
  // The plan contains the configuration of the stack, so nobody else can read it and it is deleted
  // after the run.
  const folder = makeOwnFolder('plan');
  const up: Change = {
    preview: ['preview'],
    args: ['up', '--yes', '--skip-preview'],
    makesStack: true,
    plan: join(folder, 'plan.json'),
  };
  try {
    return await change(context, stack, up, approved);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Destroys all resources of a stack; the stack itself stays. */
export function destroyStack(
  context: RunContext,
  stack: Stack,
  approved?: ApprovedPreview,
): Promise<Findings> {
  return change(context, stack, destroyOf(stack.program), approved);
}
