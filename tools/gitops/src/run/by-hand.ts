// SPDX-License-Identifier: Apache-2.0
import { deploymentRings, ringsFile } from '@strata/contracts';
import type { Stack } from '@strata/nx-pulumi/stacks';
import { readChecked } from '@strata/plan-check';
import { writeReport } from '../report/report-files.ts';
import { frame } from './run-stack.ts';
import type { Operation } from './run-stack.ts';
import { environmentsWithBackend } from './stack-environment.ts';
import type { RunContext } from './stack-run.ts';

/** Stacks that a job chose, and whether each may be run. */
export interface Choice {
  readonly operation: Operation;
  readonly stacks: readonly Stack[];
  /** The folder that reports are written to. */
  readonly reports: string;
  /** Whether somebody named a stack, or its environment. */
  readonly isNamed: (stack: Stack) => boolean;
}

/**
 * Leaves out the stacks of environments that are brought up by hand: their states are on somebody's
 * machine, where a job of the forge cannot read them. Whoever names one, or names its backend in
 * STRATA_BACKENDS, wants it. Each that is left out has a report that says so, and one line names all.
 *
 * @returns the stacks to run.
 * @throws PlanError when the file with the rings is wrong in itself.
 */
export function leaveOutByHand(
  context: RunContext,
  { isNamed, operation, reports, stacks }: Choice,
): readonly Stack[] {
  const byHand = readChecked(context.workspace.root, ringsFile, deploymentRings)?.byHand ?? [];
  const named = environmentsWithBackend(context.env);
  const left = stacks.filter(
    (one) =>
      byHand.includes(one.environment) && !isNamed(one) && named?.has(one.environment) !== true,
  );
  if (left.length === 0) return stacks;
  for (const one of left) {
    const report = frame(context, one, operation, new Date());
    writeReport(reports, { ...report, outcome: 'skipped', leftOut: 'by hand' });
  }
  const ids = left.map(({ id }) => id).join(', ');
  context.progress(
    `Left out, for their environments are brought up by hand (byHand of ${ringsFile}), and nobody named them: ${ids}. Name them with --stack or --environment.`,
  );
  return stacks.filter((one) => !left.includes(one));
}
