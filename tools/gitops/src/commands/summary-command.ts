// SPDX-License-Identifier: Apache-2.0
import { masker } from '../run/mask.ts';
import { writeBundle } from '../report/report-files.ts';
import { writeSummary } from '../summary/write-summary.ts';
import type { Command } from './command.ts';
import { existingReports, jobFailedBy } from './existing-reports.ts';
import { parseOptions } from './parse-arguments.ts';

const options = {
  reports: { type: 'string' },
  bundle: { type: 'string' },
  job: { type: 'string' },
} as const;

/** Writes the page about all reports into the summary of a job. */
export const summaryCommand: Command = {
  usage: [
    'summary [--reports DIR] [--bundle FILE] [--job RESULT]',
    'the page about all reports, into the summary of a GitHub job, elsewhere to the standard output.',
    '--bundle: also writes all reports into one file, for `comment --open`. --job: how the job came out',
  ],
  run: async (args, { env, print, workspace }) => {
    const { values } = parseOptions(args, options);
    const reports = existingReports(workspace, values.reports);
    const jobFailed = jobFailedBy(values.job);
    if (values.bundle !== undefined) writeBundle(values.bundle, reports);
    writeSummary(env, { reports, jobFailed }, masker(env), print);
    return Promise.resolve(0);
  },
};
