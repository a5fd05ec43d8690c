// SPDX-License-Identifier: Apache-2.0
import type { Stack } from '@strata/nx-pulumi/stacks';
import { policyFlags } from '../policies/index.ts';
import { secretsProblem } from './existing-stack.ts';
import { pulumiWithEvents } from './pulumi-process.ts';
import type { PulumiRun } from './pulumi-process.ts';
import { cancelled, failure, plannedChanges, pulumiContext } from './stack-run.ts';
import type { Findings } from './findings.ts';
import type { RunContext } from './stack-run.ts';
import { inThrowAwayBackend } from './throw-away-backend.ts';
import { isUnknownStack } from './unknown-stack.ts';

/**
 * Seconds without an event after which a preview is stopped; programs query clusters before they
 * plan anything.
 */
const silenceLimit = 180;

function violated({ policyViolations = [] }: Partial<Findings>): string[] {
  return policyViolations
    .filter(({ level }) => level === 'mandatory')
    .map(({ message, policy }) => `policy ${policy}: ${message.replaceAll('\n', ' ')}`);
}

/** Runs a preview, and judges what it plans. Policies do not apply to a destroy. */
export async function judge(
  context: RunContext,
  stack: Stack,
  args: readonly string[],
): Promise<{ readonly run: PulumiRun; readonly findings: Findings }> {
  const policies = args[0] === 'preview' ? policyFlags(context.workspace.root, stack) : [];
  const flags = [...args, ...policies, '--stack', stack.stack];
  const run = await pulumiWithEvents(flags, pulumiContext(context, stack), { silenceLimit });
  const planned = plannedChanges(context, run);
  const exceeded = context.beyondLimits === true ? [] : planned.exceeded;
  const refusals = [...violated(planned), ...exceeded];
  if (context.signal.aborted) return { run, findings: { ...planned, ...cancelled(stack) } };
  if (refusals.length > 0) {
    const reason = ['Not allowed as it is:', ...refusals].join('\n');
    return { run, findings: { ...planned, outcome: 'refused', reason } };
  }
  if (run.code !== 0) return { run, findings: { ...planned, ...failure(context, stack, run) } };
  const outcome = planned.changes.length === 0 ? 'unchanged' : 'changed';
  return { run, findings: { ...planned, outcome } };
}

const preview = ['preview'] as const;

/**
 * Returns what `up` would do; offline, what it would make. The backend is only read: a stack that
 * does not exist yet is made in a temporary backend, which is deleted with the preview.
 */
export async function previewStack(context: RunContext, stack: Stack): Promise<Findings> {
  if (context.offline !== undefined) return context.offline.preview(context, stack);
  const { findings, run } = await judge(context, stack, preview);
  if (!isUnknownStack(run)) return findings;
  const problem = secretsProblem(context, stack);
  if (problem !== undefined) return problem;
  const tried = await inThrowAwayBackend(context, stack, (there) => judge(there, stack, preview));
  return 'failed' in tried ? failure(context, stack, tried.failed) : tried.result.findings;
}
