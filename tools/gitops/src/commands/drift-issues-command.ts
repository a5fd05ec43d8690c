// SPDX-License-Identifier: Apache-2.0
import { judgeReports } from '../drift-issues/judge-reports.ts';
import { syncDriftIssues } from '../drift-issues/sync-drift-issues.ts';
import { forgeFromEnvironment } from '../forge/forge-from-environment.ts';
import { masker } from '../run/mask.ts';
import type { Command } from './command.ts';
import { existingReports } from './existing-reports.ts';
import { parseOptions } from './parse-arguments.ts';

const options = { reports: { type: 'string' } } as const;

/** Brings the issues in line with the results of drift checks. */
export const driftIssuesCommand: Command = {
  usage: [
    'drift-issues [--reports DIR]',
    'one issue for each stack that has drifted or could not be checked: opened, updated, closed',
  ],
  run: async (args, { env, print, progress, workspace }) => {
    const { values } = parseOptions(args, options);
    const reports = existingReports(workspace, values.reports);
    const judged = judgeReports(workspace.root, reports, new Date(), masker(env));
    const known = new Set(workspace.stacks.map(({ id }) => id));
    const { forge } = forgeFromEnvironment(env, { report: progress });
    const synced = await syncDriftIssues(forge, judged, (stack) => known.has(stack));
    for (const { done, stack } of synced) print(`${stack}: ${done}`);
    return 0;
  },
};
