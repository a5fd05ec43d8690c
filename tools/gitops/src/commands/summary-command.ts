// SPDX-License-Identifier: Apache-2.0
import { masker } from '../run/mask.ts';
import { writeBundle } from '../report/report-files.ts';
import { writeSummary } from '../summary/write-summary.ts';
import type { Command } from './command.ts';
import { existingReports, jobFailedBy } from './existing-reports.ts';
import { parseOptions } from './parse-arguments.ts';
import { pullRequestOf, pullRequestOptions } from './pull-request-options.ts';

const options = {
  reports: { type: 'string' },
  bundle: { type: 'string' },
  job: { type: 'string' },
  ...pullRequestOptions,
} as const;

/** Writes the page about all reports into the summary of a job. */
export const summaryCommand: Command = {
  usage: [
    'summary [--reports DIR] [--bundle FILE] [--job RESULT] [--since COMMIT [--head COMMIT]]',
    'the page about all reports, into the summary of a GitHub job, elsewhere to the standard output.',
    '--bundle: also writes all reports into one file, for `comment --open`. --job: how the job came out.',
    '--since: also says what files of stacks say otherwise than in that commit, and what follows;',
    '--head: in which commit, HEAD unless said',
  ],
  run: async (args, { env, print, workspace }) => {
    const { values } = parseOptions(args, options);
    const reports = existingReports(workspace, values.reports);
    const jobFailed = jobFailedBy(values.job);
    if (values.bundle !== undefined) writeBundle(values.bundle, reports);
    const left = { reports, jobFailed, ...pullRequestOf(workspace, values) };
    writeSummary(env, left, masker(env), print);
    return Promise.resolve(0);
  },
};
