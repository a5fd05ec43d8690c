// SPDX-License-Identifier: Apache-2.0
import type { Stack } from '@strata/nx-pulumi/stacks';
import { countChanges } from './collect-changes.ts';
import { collectDrift } from './collect-drift.ts';
import { pulumiWithEvents } from './pulumi-process.ts';
import { cancelled, failure, pulumiContext } from './stack-run.ts';
import type { Findings } from './findings.ts';
import type { RunContext } from './stack-run.ts';

/** Seconds that a cluster may take to answer; with its start and end a check stays below 30. */
const silenceLimit = 20;

/**
 * Exit code of Pulumi for unexpected changes.
 *
 * @see https://github.com/pulumi/pulumi/blob/v3.259.0/sdk/go/common/util/cmdutil/exit_codes.go
 */
const unexpectedChanges = 7;

/**
 * Compares the cluster with what the last update left. It takes no lock and writes no state;
 * without `--preview-only`, `--expect-no-changes` would write what it found.
 */
export async function driftOfStack(context: RunContext, stack: Stack): Promise<Findings> {
  const args = ['refresh', '--preview-only', '--expect-no-changes', '--stack', stack.stack];
  const run = await pulumiWithEvents(args, pulumiContext(context, stack), { silenceLimit });
  const drift = collectDrift(run.events);
  const counts = countChanges(run.events, []);
  if (context.signal.aborted) return cancelled(stack);
  if (run.code === 0) return { outcome: 'unchanged', counts };
  if (run.code === unexpectedChanges) return { outcome: 'drifted', counts, drift };
  return { ...failure(context, stack, run), drift };
}
