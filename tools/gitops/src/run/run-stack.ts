// SPDX-License-Identifier: Apache-2.0
import type { Stack } from '@strata/nx-pulumi/stacks';
import { maskReport } from '../report/mask-report.ts';
import type { StackReport } from '../report/stack-report.ts';
import type { ApprovedPreview } from './compare-with-preview.ts';
import { driftOfStack } from './drift-stack.ts';
import { masker } from './mask.ts';
import { previewStack } from './preview-stack.ts';
import { sayReason } from './say-reason.ts';
import type { Findings } from './findings.ts';
import type { RunContext } from './stack-run.ts';
import { destroyStack, upStack } from './up-stack.ts';
import { currentCommit } from './workspace.ts';

/** Operation on a stack. */
export type Operation = StackReport['operation'];

const operations: Readonly<
  Record<
    Operation,
    (context: RunContext, stack: Stack, approved?: ApprovedPreview) => Promise<Findings>
  >
> = {
  preview: previewStack,
  up: upStack,
  drift: driftOfStack,
  destroy: destroyStack,
};

/** Returns the fields of a report that do not depend on the result of the operation. */
export function frame(
  { offline, workspace }: Pick<RunContext, 'offline' | 'workspace'>,
  stack: Stack,
  operation: Operation,
  startedAt: Date,
): Omit<StackReport, 'outcome'> {
  const { cluster, environment, program } = stack;
  return {
    version: 1,
    operation,
    ...(offline !== undefined && { offline: true as const }),
    program,
    stack: stack.stack,
    environment,
    ...(cluster !== undefined && { cluster }),
    commit: currentCommit(workspace),
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    counts: { create: 0, update: 0, replace: 0, delete: 0, same: 0 },
    changes: [],
    consequences: [],
    exceeded: [],
    policyViolations: [],
    drift: [],
  };
}

/** Reason of every failure on a machine without Pulumi. */
const pulumiMissing =
  "Pulumi's command line is not on PATH: `npm run toolchain` makes the pinned one, and " +
  '`eval "$(npx node tools/gitops/src/job/job-tools.ts)"` puts it there; `npx strata doctor` says what else is missing';

/** Runs one operation on one stack. Errors are in the report, never thrown. */
export async function runStack(
  context: RunContext,
  stack: Stack,
  operation: Operation,
  approved?: ApprovedPreview,
): Promise<StackReport> {
  const startedAt = new Date();
  let findings: Findings;
  try {
    findings = await operations[operation](context, stack, approved);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const isMissing = message.includes('spawn pulumi ENOENT');
    findings = { outcome: 'failed', reason: isMissing ? pulumiMissing : sayReason([message]) };
  }
  const report = { ...frame(context, stack, operation, startedAt), ...findings };
  return maskReport(report, masker(context.env));
}
