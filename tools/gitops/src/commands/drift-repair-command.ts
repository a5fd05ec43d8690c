// SPDX-License-Identifier: Apache-2.0
import { chooseRepairs } from '../drift-issues/choose-repairs.ts';
import { judgeReports } from '../drift-issues/judge-reports.ts';
import { readDriftConfig } from '../drift-issues/read-drift-config.ts';
import { forgeFromEnvironment } from '../forge/forge-from-environment.ts';
import { masker } from '../run/mask.ts';
import type { Command } from './command.ts';
import { existingReports } from './existing-reports.ts';
import { parseOptions } from './parse-arguments.ts';

const options = { reports: { type: 'string' } } as const;

/** Prints the stacks to repair so that they match Git. */
export const driftRepairCommand: Command = {
  usage: [
    'drift-repair [--reports DIR]',
    'ids of the drifted stacks to repair, in one line: by the label of their issue, or all of an',
    'environment that repairs by itself (stacks/drift). .ci/repair does it',
  ],
  run: async (args, { env, print, progress, workspace }) => {
    const { values } = parseOptions(args, options);
    const { root } = workspace;
    const reports = existingReports(workspace, values.reports);
    const judged = judgeReports(root, reports, new Date(), masker(env));
    const { forge } = forgeFromEnvironment(env, { report: progress });
    const repairs = await chooseRepairs(forge, judged, (one) => readDriftConfig(root, one));
    for (const { because, stack } of repairs) progress(`${stack}: repair (${because})`);
    print(repairs.map(({ stack }) => stack).join(' '));
    return 0;
  },
};
