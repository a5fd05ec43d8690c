// SPDX-License-Identifier: Apache-2.0
import { deploymentRings, ringsFile } from '../deploy/rings.ts';
import type { Stack } from '@strata/nx-pulumi/stacks';
import { readChecked } from '@strata/plan-check/read-yaml';
import { writeReport } from '../report/report-files.ts';
import { frame } from './run-stack.ts';
import type { Operation } from './run-stack.ts';
import { environmentsWithBackend } from './stack-environment.ts';
import type { RunContext } from './stack-run.ts';

/** Stacks that a job selected, and where to report those that are left out. */
export interface Choice {
  readonly operation: Operation;
  readonly stacks: readonly Stack[];
  /** Folder for the reports. */
  readonly reports: string;
  /** Returns whether a stack or its environment was named explicitly. */
  readonly isNamed: (stack: Stack) => boolean;
}

/**
 * Leaves out the stacks of environments that are deployed by hand: their states are on a person's
 * machine, where a job of the forge cannot read them. A stack is kept if it is named, or if
 * STRATA_BACKENDS names its backend. Each stack that is left out gets a report that says so, and
 * one line names all of them.
 *
 * @returns the stacks to run.
 * @throws PlanError when the file with the rings is invalid.
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
