// SPDX-License-Identifier: Apache-2.0
import { masker } from '../run/mask.ts';
import { writeSummary } from '../summary/write-summary.ts';
import type { Command } from './command.ts';
import { existingReports } from './existing-reports.ts';
import { parseOptions } from './parse-arguments.ts';

const options = { reports: { type: 'string' } } as const;

/** Writes the page about all reports into the summary of a job. */
export const summaryCommand: Command = {
  usage: [
    'summary [--reports DIR]',
    'the page about all reports, into the summary of a GitHub job, elsewhere to the standard output',
  ],
  run: async (args, { env, print, workspace }) => {
    const { values } = parseOptions(args, options);
    writeSummary(env, existingReports(workspace, values.reports), masker(env), print);
    return Promise.resolve(0);
  },
};
