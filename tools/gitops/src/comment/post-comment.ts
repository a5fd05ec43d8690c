// SPDX-License-Identifier: Apache-2.0
import type { CurrentForge } from '../forge/forge-from-environment.ts';
import { markerRoom, upsertComment } from '../forge/upsert-comment.ts';
import type { Upserted } from '../forge/upsert-comment.ts';
import type { PullRequest } from '../pull-request/read-pull-request.ts';
import type { StackReport } from '../report/stack-report.ts';
import { maskTexts } from '../report/mask-report.ts';
import type { Mask } from '../report/mask-report.ts';
import { renderReports } from './render-reports.ts';

/** UTF-16 code units of a comment: GitHub takes 65,536, GitLab more. */
export const longestComment = 64_000;

/** Name that the workflows give to the artifact with all reports. */
export const reportsArtifact = 'strata-reports';

/** Name that the workflows give to the artifact with the page of the fleet before and after. */
export const fleetArtifact = 'strata-fleet';

/** Results of a job. */
export interface JobReports {
  readonly reports: readonly StackReport[];
  /** Whether it failed or was cancelled: then there may be fewer reports than stacks. */
  readonly jobFailed: boolean;
  /** Facts from the files of the pull request; absent if they were not requested. */
  readonly pullRequest?: PullRequest;
  /** Whether the job keeps the page of the fleet before and after. @default false */
  readonly hasFleetPage?: boolean;
}

/**
 * The page about all reports, as a comment and as the summary of a job. Reports are masked when
 * they are written, and here again: nothing that is published depends on who wrote them.
 */
export function reportPage(
  { hasFleetPage = false, jobFailed, pullRequest, reports }: JobReports,
  mask: Mask,
  longest = longestComment,
): string {
  return renderReports(maskTexts(reports, mask), {
    longest,
    artifact: reportsArtifact,
    jobFailed,
    ...(hasFleetPage && { fleetArtifact }),
    ...(pullRequest && { pullRequest: maskTexts(pullRequest, mask) }),
  });
}

/**
 * Gives a pull request its one comment about all stacks.
 *
 * @throws ForgeError
 */
export async function postComment(
  { forge, run }: CurrentForge,
  pullRequest: number,
  left: JobReports,
  mask: Mask,
): Promise<Upserted> {
  const body = reportPage(left, mask, longestComment - markerRoom);
  return upsertComment(forge, { pullRequest, run, body });
}
