// SPDX-License-Identifier: Apache-2.0
import { postComment } from '../comment/post-comment.ts';
import { forgeFromEnvironment } from '../forge/forge-from-environment.ts';
import { GitopsError } from '../gitops-error.ts';
import { masker } from '../run/mask.ts';
import type { Command } from './command.ts';
import { existingReports } from './existing-reports.ts';
import { parseOptions, positiveNumber } from './parse-arguments.ts';

const options = { 'pull-request': { type: 'string' }, reports: { type: 'string' } } as const;

/** Gives a pull request its one comment about all stacks. */
export const commentCommand: Command = {
  usage: [
    'comment --pull-request NUMBER [--reports DIR]',
    'the one comment of a pull request (GitLab: note of a merge request) about all reports, changed in',
    'place; the forge and its token are those of the environment',
  ],
  run: async (args, { env, print, progress, workspace }) => {
    const { values } = parseOptions(args, options);
    const text = values['pull-request'];
    if (text === undefined) throw new GitopsError('--pull-request is missing');
    const pullRequest = positiveNumber('pull-request', text);
    const reports = existingReports(workspace, values.reports);
    const current = forgeFromEnvironment(env, { report: progress });
    print(`comment: ${await postComment(current, pullRequest, reports, masker(env))}`);
    return 0;
  },
};
