// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { readBundle, reportLimits } from '../report/report-files.ts';
import type { JobReports } from '../comment/post-comment.ts';
import type { ForgeAccess } from './forge.ts';
import { gitLabReader } from './gitlab-reader.ts';
import type { GitLabReader } from './gitlab-reader.ts';

/** @see https://docs.gitlab.com/api/merge_requests/#list-project-merge-requests */
const mergeRequests = z.array(
  z.looseObject({ iid: z.int(), sha: z.string().nullable(), target_branch: z.string() }),
);

/** @see https://docs.gitlab.com/api/merge_requests/#list-merge-request-pipelines */
const pipelines = z.array(z.looseObject({ id: z.int(), sha: z.string(), ref: z.string() }));

/** @see https://docs.gitlab.com/api/jobs/#list-all-jobs-for-a-pipeline */
const jobs = z.array(z.looseObject({ id: z.int(), name: z.string(), status: z.string() }));

/** Jobs with reports, the one that says more first. */
const jobNames = ['full-preview', 'preview'] as const;

/** A job that failed has reports too: of what failed. */
const ended = ['success', 'failed'];

/** Where jobs put all their reports, `.gitlab/merge-request.yml`. */
const bundle = '.strata/reports.json';

/** Reports of the newest pipeline of an open merge request. */
export interface PreviewedMergeRequest extends JobReports {
  readonly mergeRequest: number;
  /** Later pipelines have larger numbers. */
  readonly pipeline: number;
  /** The branch that it goes to, as a clone calls it. */
  readonly base: string;
  /** Its newest commit. */
  readonly head: string;
}

/** Results of reading all open merge requests. */
export interface OpenMergeRequests {
  readonly previewed: readonly PreviewedMergeRequest[];
  /** Those of which GitLab did not say what it should; why was told. */
  readonly failed: readonly number[];
}

type MergeRequest = z.output<typeof mergeRequests>[number];
type Pipeline = z.output<typeof pipelines>[number];

/**
 * Whether a pipeline is of what a merge request is now: of its newest commit, or of a commit that
 * GitLab has made of that and of the target branch, whose hash nobody else knows.
 *
 * @see https://docs.gitlab.com/ci/pipelines/merged_results_pipelines/
 * @see https://docs.gitlab.com/ci/pipelines/merge_trains/
 */
function isOf({ iid, sha }: MergeRequest, pipeline: Pipeline): boolean {
  const merged = ['merge', 'train'].map((kind) => `refs/merge-requests/${iid}/${kind}`);
  return pipeline.sha === sha || merged.includes(pipeline.ref);
}

const noPipeline =
  'it has no pipeline of its newest commit, of its merged result or of a merge train, so it gets no note.';

/** The reports of one merge request. @throws Error when GitLab does not answer as it should. */
async function previewOf(
  reader: GitLabReader,
  mergeRequest: MergeRequest,
  tell: (line: string) => void,
): Promise<PreviewedMergeRequest | undefined> {
  const { iid } = mergeRequest;
  const all = pipelines.parse((await reader.all(`merge_requests/${iid}/pipelines`)) ?? []);
  const [newest] = all.filter((one) => isOf(mergeRequest, one)).sort((a, b) => b.id - a.id);
  if (newest === undefined) {
    tell(noPipeline);
    return undefined;
  }
  const found = await reader.all(`pipelines/${newest.id}/jobs`);
  if (found === undefined) {
    // A pipeline of a fork belongs to the fork.
    tell(`pipeline ${newest.id} is of another project, so it gets no note.`);
    return undefined;
  }
  const done = jobs.parse(found).filter(({ status }) => ended.includes(status));
  for (const name of jobNames) {
    const job = done.find((one) => one.name === name);
    const text = job && (await reader.artifact(job.id, bundle, reportLimits.allBytes + 1));
    const jobFailed = job?.status === 'failed';
    // A job that failed before it had any report is told as well.
    if (text === undefined && !jobFailed) continue;
    const left = {
      mergeRequest: iid,
      pipeline: newest.id,
      jobFailed,
      base: `origin/${mergeRequest.target_branch}`,
      head: mergeRequest.sha ?? newest.sha,
    };
    if (text === undefined) return { ...left, reports: [] };
    try {
      return { ...left, reports: readBundle(`the artifact of job ${job?.id ?? 0}`, text) };
    } catch (error) {
      tell(error instanceof Error ? error.message : '');
      return undefined;
    }
  }
  return undefined;
}

/**
 * The reports of all open merge requests whose newest pipeline has any. They were written by jobs that
 * run the code of the merge request: they are checked, and a wrong one is told and left out. What
 * GitLab does not say of one merge request keeps no other one from its reports.
 *
 * @throws ForgeError when GitLab does not say which merge requests there are.
 */
export async function previewedMergeRequests(
  access: ForgeAccess,
  progress: (line: string) => void,
): Promise<OpenMergeRequests> {
  const reader = gitLabReader(access, 'read pipelines');
  const open = mergeRequests.parse((await reader.all('merge_requests', { state: 'opened' })) ?? []);
  const previewed: PreviewedMergeRequest[] = [];
  const failed: number[] = [];
  for (const one of open) {
    const tell = (line: string) => progress(`merge request ${one.iid}: ${line}`);
    try {
      const found = await previewOf(reader, one, tell);
      if (found !== undefined) previewed.push(found);
    } catch (error) {
      tell(error instanceof Error ? error.message : String(error));
      failed.push(one.iid);
    }
  }
  return { previewed, failed };
}
