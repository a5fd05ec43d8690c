// SPDX-License-Identifier: Apache-2.0
import type { Stack } from '@strata/nx-pulumi/stacks';
import { policyFlags } from '../policies/index.ts';
import type { ReportedChange, StackReport } from '../report/stack-report.ts';
import { changeOf } from './collect-changes.ts';
import { byResource, compareWithPreview, unforeseen } from './compare-with-preview.ts';
import { isUnknownStack, makeStack, secretsProblem } from './existing-stack.ts';
import { judge } from './preview-stack.ts';
import { pulumiWithEvents } from './pulumi-process.ts';
import { cancelled, failure, plannedChanges, pulumiContext } from './stack-run.ts';
import type { Findings, RunContext } from './stack-run.ts';

/** An operation that changes things, and how it is looked at before. */
interface Change {
  readonly preview: readonly string[];
  readonly args: readonly string[];
  /** Whether it brings something up: then policies judge it, and a stack that is missing is made. */
  readonly makesStack: boolean;
}

const up: Change = {
  preview: ['preview'],
  args: ['up', '--yes', '--skip-preview'],
  makesStack: true,
};
const destroy: Change = {
  makesStack: false,
  preview: ['destroy', '--preview-only'],
  args: ['destroy', '--yes', '--skip-preview'],
};

function refuseSurprises(findings: Findings, surprises: readonly string[]): Findings {
  const fix = 'Look at a new preview, and approve that.';
  const reason = ['It is not what was approved:', ...surprises.slice(0, 8), fix].join('\n');
  return { ...findings, outcome: 'refused', reason };
}

/** Carries out what a preview has planned, and stops at the first step that was not in it. */
async function carryOut(
  context: RunContext,
  stack: Stack,
  args: readonly string[],
  planned: readonly ReportedChange[],
): Promise<Findings> {
  const previewed = byResource(planned);
  let surprise: string | undefined;
  const run = await pulumiWithEvents(
    [...args, '--stack', stack.stack],
    pulumiContext(context, stack),
    {
      onEvent: ({ resourcePreEvent }, stop) => {
        const change = resourcePreEvent && changeOf(resourcePreEvent.metadata);
        if (change === undefined) return;
        context.progress(`${stack.id}: ${change.operation} ${change.type} ${change.name}`);
        if (surprise !== undefined) return;
        surprise = unforeseen(change, previewed);
        if (surprise !== undefined) stop();
      },
    },
  );
  const done = plannedChanges(context, run);
  if (surprise !== undefined) {
    const reason = `It was stopped, for it ${surprise}. What it did before is kept. Look at a new preview.`;
    return { ...done, outcome: 'refused', reason };
  }
  if (context.signal.aborted && run.code !== 0) return { ...done, ...cancelled(stack, true) };
  if (run.code !== 0) return { ...done, ...failure(context, stack, run) };
  return { ...done, outcome: done.changes.length === 0 ? 'unchanged' : 'changed' };
}

/** Looks and judges; a stack that the backend does not have is made, unless it is to go anyway. */
async function judgeExisting(
  context: RunContext,
  stack: Stack,
  { makesStack, preview }: Change,
): Promise<Findings> {
  const { findings, run } = await judge(context, stack, preview);
  if (!isUnknownStack(run)) return findings;
  if (!makesStack) return { outcome: 'unchanged' };
  const problem = secretsProblem(context, stack);
  if (problem !== undefined) return problem;
  const made = await makeStack(context, stack);
  if (made.code !== 0) return failure(context, stack, made);
  return (await judge(context, stack, preview)).findings;
}

/**
 * Looks, judges, compares with what people approved, and only then changes anything.
 *
 * @param approved - the report of the preview that people saw; undefined: nobody had to.
 */
async function change(
  context: RunContext,
  stack: Stack,
  how: Change,
  approved: StackReport | undefined,
): Promise<Findings> {
  const findings = await judgeExisting(context, stack, how);
  const { changes = [], outcome } = findings;
  if (outcome !== 'changed' && outcome !== 'unchanged') return findings;
  const surprises = approved === undefined ? [] : compareWithPreview(changes, approved.changes);
  if (surprises.length > 0) return refuseSurprises(findings, surprises);
  // Nothing is there that could go.
  if (!how.makesStack && outcome === 'unchanged') return findings;
  const policies = how.makesStack ? policyFlags(context.workspace.root, stack) : [];
  return carryOut(context, stack, [...how.args, ...policies], changes);
}

/** Brings a stack up, as its preview says and as the environment allows. */
export function upStack(
  context: RunContext,
  stack: Stack,
  approved?: StackReport,
): Promise<Findings> {
  return change(context, stack, up, approved);
}

/** Destroys everything that a stack has; the stack itself stays. */
export function destroyStack(
  context: RunContext,
  stack: Stack,
  approved?: StackReport,
): Promise<Findings> {
  return change(context, stack, destroy, approved);
}
