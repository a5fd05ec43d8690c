// SPDX-License-Identifier: Apache-2.0
import { readReport, reportFile } from '@strata/gitops/reports';
import type { StackReport } from '@strata/gitops/reports';
import { join } from 'node:path';

/** Folder of the reports of this machine, from the root of the repository. */
export const reportFolder = '.strata/reports';

/**
 * Returns the report of the last drift check of a stack on this machine; undefined when the last
 * operation on the stack was another one, or when there is no report that can be read.
 */
export function lastDriftCheck(
  root: string,
  program: string,
  stack: string,
): StackReport | undefined {
  try {
    const report = readReport(join(root, reportFolder), program, stack);
    return report.operation === 'drift' ? report : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the path of the report of a stack, from the root of the repository. */
export function driftCheckFile(program: string, stack: string): string {
  return reportFile(reportFolder, program, stack);
}
