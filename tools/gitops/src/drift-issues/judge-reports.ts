// SPDX-License-Identifier: Apache-2.0
import { maskReport } from '../report/mask-report.ts';
import type { Mask } from '../report/mask-report.ts';
import type { StackReport } from '../report/stack-report.ts';
import { ignoreDrift } from './ignore-drift.ts';
import type { JudgedReport } from './ignore-drift.ts';
import { readDriftConfig } from './read-drift-config.ts';

/**
 * Returns the reports of drift checks, masked, after the rules of their environments were applied.
 *
 * @param now - time whose UTC day decides which rules have ended.
 * @throws GitopsError when the file of an environment is wrong.
 */
export function judgeReports(
  root: string,
  reports: readonly StackReport[],
  now: Date,
  mask: Mask,
): JudgedReport[] {
  const today = now.toISOString().slice(0, 'yyyy-mm-dd'.length);
  return reports
    .filter(({ operation }) => operation === 'drift')
    .map((report) =>
      ignoreDrift(
        maskReport(report, mask),
        readDriftConfig(root, report.environment).ignore,
        today,
      ),
    );
}
