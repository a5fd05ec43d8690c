// SPDX-License-Identifier: Apache-2.0
import { appendFileSync } from 'node:fs';
import type { Mask } from '../report/mask-report.ts';
import { reportPage } from '../comment/post-comment.ts';
import type { JobReports } from '../comment/post-comment.ts';
import type { Environment } from '../forge/forge-from-environment.ts';

/**
 * Writes the page about all reports into a job's summary: GitHub's file, or else the job's own
 * output, because GitLab has no summary.
 *
 * @see https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands#adding-a-job-summary
 */
export function writeSummary(
  environment: Environment,
  left: JobReports,
  mask: Mask,
  print: (text: string) => void,
): void {
  const page = reportPage(left, mask);
  const file = environment.GITHUB_STEP_SUMMARY;
  if (file === undefined || file === '') print(page);
  else appendFileSync(file, `${page}\n`);
}
