// SPDX-License-Identifier: Apache-2.0
import type { Stack } from '@strata/nx-pulumi/stacks';
import type { ReportedChange } from '../report/stack-report.ts';
import { changeOf } from './collect-changes.ts';
import { byResource, unforeseen } from './compare-with-preview.ts';
import { pulumiWithEvents } from './pulumi-process.ts';
import type { PulumiRun } from './pulumi-process.ts';
import { pulumiContext } from './stack-run.ts';
import type { RunContext } from './stack-run.ts';

/** Result of an operation that changes things. */
export interface CarriedOut {
  readonly run: PulumiRun;
  /** First step that its preview did not have; the operation was asked to stop there. */
  readonly surprise?: string;
}

/**
 * Carries out what a preview has planned. With `--plan` among the arguments, Pulumi itself refuses
 * what the plan does not have. A destroy has no plan: the announced steps are watched, and Pulumi
 * is asked to stop at the first one that was not in the preview.
 */
export async function carryOut(
  context: RunContext,
  stack: Stack,
  args: readonly string[],
  planned: readonly ReportedChange[],
): Promise<CarriedOut> {
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
  return { run, ...(surprise !== undefined && { surprise }) };
}
