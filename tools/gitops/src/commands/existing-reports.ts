// SPDX-License-Identifier: Apache-2.0
import { existsSync } from 'node:fs';
import { readReports } from '../report/report-files.ts';
import type { StackReport } from '../report/stack-report.ts';
import { GitopsError } from '../gitops-error.ts';
import type { Workspace } from '../run/workspace.ts';
import { defaultReports } from './run-command.ts';

/**
 * Outcomes of jobs, in the terms of GitHub (`needs.<job>.result`, `job.status`) and of GitLab
 * (`CI_JOB_STATUS`).
 *
 * @see https://docs.github.com/en/actions/reference/workflows-and-actions/contexts#job-context
 * @see https://docs.gitlab.com/ci/variables/predefined_variables/
 */
const results = {
  success: false,
  failure: true,
  failed: true,
  cancelled: true,
  canceled: true,
  skipped: true,
} as const;

/**
 * Returns whether the job that made the reports failed, from the option `--job`.
 *
 * @param result - undefined when a person runs the command by hand and knows the result.
 */
export function jobFailedBy(result: string | undefined): boolean {
  if (result === undefined) return false;
  const found = Object.entries(results).find(([word]) => word === result);
  if (found !== undefined) return found[1];
  throw new GitopsError(
    `--job is "${result}", and must be success, failure, failed, cancelled, canceled or skipped`,
  );
}

/**
 * Returns all reports of a folder; none when the default folder is missing, because no stack was
 * affected.
 *
 * @throws GitopsError when another folder is missing: then its name is wrong, or no stack was run.
 */
export function existingReports(workspace: Workspace, folder: string | undefined): StackReport[] {
  const path = folder ?? defaultReports(workspace);
  if (existsSync(path)) return readReports(path);
  if (folder === undefined) return [];
  throw new GitopsError(`--reports: there is no folder ${folder}`);
}
