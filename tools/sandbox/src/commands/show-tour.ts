// SPDX-License-Identifier: Apache-2.0
import type { Report } from '@strata/toolchain';
import { isTourNew, markToured, tour } from '@strata/tour';
import { workspaceRoot } from '../instance.ts';
import { describeChecks } from '../preflight/describe-checks.ts';
import type { Preflight } from '../preflight/preflight.ts';

const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`;

/** Returns one line that says what follows the tour. */
export function whatFollows({ checks, downloads, duration, missingTools }: Preflight): string {
  const isLacking = checks.some(({ fix }) => fix !== undefined);
  if (isLacking) return 'Mend what is WRONG, then run this again. What follows needs none of it.';
  if (missingTools.length === 0) return 'All tools are there.';
  const builds = missingTools.length - downloads.length;
  const first = 'First, what needs none of them:';
  const downloaded = `${count(downloads.length, 'tool')} will be downloaded`;
  if (builds === 0) return `${downloaded}. ${first}`;
  const built = `${count(builds, 'Go tool')} will be built: ${duration} on this machine, if it does nothing else`;
  return `${downloads.length === 0 ? '' : `${downloaded} and `}${built}. ${first}`;
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
