// SPDX-License-Identifier: Apache-2.0
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { postComment } from '../comment/post-comment.ts';
import { accessFromEnvironment, forgeFromEnvironment } from '../forge/forge-from-environment.ts';
import { previewedMergeRequests } from '../forge/gitlab-merge-requests.ts';
import { GitopsError } from '../gitops-error.ts';
import { masker } from '../run/mask.ts';
import type { Command, CommandContext } from './command.ts';
import { existingReports, jobFailedBy } from './existing-reports.ts';
import { parseOptions, positiveNumber } from './parse-arguments.ts';
import { pullRequestOf, pullRequestOptions } from './pull-request-options.ts';

const options = {
  'pull-request': { type: 'string' },
  open: { type: 'boolean', default: false },
  reports: { type: 'string' },
  job: { type: 'string' },
  fleet: { type: 'boolean', default: false },
  ...pullRequestOptions,
} as const;

/**
 * Gives every open merge request of GitLab its note, from the artifacts of its newest pipeline.
 *
 * @throws GitopsError that names those that did not get theirs, when all others have.
 */
async function commentOpen({ env, print, progress, workspace }: CommandContext): Promise<void> {
  const { access, connect, name } = accessFromEnvironment(env, { report: progress });
  if (name !== 'GitLab') {
    throw new GitopsError('--open is for GitLab: on GitHub the pull request says its own number');
  }
  const forge = connect(access);
  const { failed: unread, previewed } = await previewedMergeRequests(access, progress);
  const failed = [...unread];
  for (const { base, head, mergeRequest, pipeline, ...reports } of previewed) {
    try {
      const left = { ...reports, ...pullRequestOf(workspace, { since: base, head }) };
      const done = await postComment({ forge, run: pipeline }, mergeRequest, left, masker(env));
      print(`merge request ${mergeRequest}: ${done}`);
    } catch (error) {
      // The others get theirs.
      progress(`merge request ${mergeRequest}: ${error instanceof Error ? error.message : ''}`);
      failed.push(mergeRequest);
    }
  }
  if (failed.length === 0) return;
  const names = failed.sort((a, b) => a - b).join(', ');
  throw new GitopsError(`these merge requests did not get their notes: ${names}`);
}

/** Gives a pull request its one comment about all stacks. */
export const commentCommand: Command = {
  usage: [
    'comment --pull-request NUMBER [--reports DIR] [--job RESULT] [--since COMMIT [--head COMMIT]] [--fleet] | --open',
    'the one comment of a pull request (GitLab: note of a merge request) about all reports, changed in',
    'place; the forge and its token are those of the environment. --job: how the job came out that made',
    'the reports; without one, a job that failed looks as if it had found nothing. --open: on GitLab, the notes of all',
    'open merge requests, from what the jobs of their newest pipelines left, and from their branches, as far',
    'as this clone has them. --since, --head: two commits of this clone; the comment begins with what the files',
    'under stacks say otherwise. --fleet: it names the artifact strata-fleet, where .strata/fleet.html was written',
  ],
  run: async (args, context) => {
    const { env, print, progress, workspace } = context;
    const { values } = parseOptions(args, options);
    if (values.open) {
      await commentOpen(context);
      return 0;
    }
    const text = values['pull-request'];
    if (text === undefined) throw new GitopsError('--pull-request is missing');
    const pullRequest = positiveNumber('pull-request', text);
    const reports = existingReports(workspace, values.reports);
    const current = forgeFromEnvironment(env, { report: progress });
    const jobFailed = jobFailedBy(values.job);
    const hasFleetPage = values.fleet && existsSync(join(workspace.root, '.strata/fleet.html'));
    const left = { reports, jobFailed, hasFleetPage, ...pullRequestOf(workspace, values) };
    print(`comment: ${await postComment(current, pullRequest, left, masker(env))}`);
    return 0;
  },
};
