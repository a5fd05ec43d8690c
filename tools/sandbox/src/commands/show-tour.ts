// SPDX-License-Identifier: Apache-2.0
import type { Report } from '@strata/toolchain';
import { isTourNew, markToured, tour } from '@strata/tour';
import { workspaceRoot } from '../instance.ts';
import { describeChecks } from '../preflight/describe-checks.ts';
import type { Preflight } from '../preflight/preflight.ts';

/** Returns one line that says what follows the tour. */
export function whatFollows({ checks, duration, missingTools }: Preflight): string {
  const { length } = missingTools;
  const isLacking = checks.some(({ fix }) => fix !== undefined);
  const tools = `${length} Go ${length === 1 ? 'tool' : 'tools'}`;
  if (isLacking) return 'Mend what is WRONG, then run this again. What follows needs none of it.';
  if (length === 0) return 'All tools are built.';
  return `${tools} will be built: ${duration} on this machine, if it does nothing else. First, what needs none of them:`;
}

/**
 * Shows the tour, after the list of what this machine has and lacks. Shows it only at the first
 * start of a checkout, or when it is asked for.
 */
export async function showTour(
  machine: Preflight,
  report: Report,
  isAsked: boolean,
  root = workspaceRoot,
): Promise<void> {
  if (!isAsked && !isTourNew(root)) return;
  report.line('==> What this machine has');
  for (const line of describeChecks(machine.checks)) report.line(line);
  report.line(whatFollows(machine));
  await tour(root, report);
  markToured(root);
}
