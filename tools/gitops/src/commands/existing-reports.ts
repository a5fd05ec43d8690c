// SPDX-License-Identifier: Apache-2.0
import { existsSync } from 'node:fs';
import { readReports } from '../report/report-files.ts';
import type { StackReport } from '../report/stack-report.ts';
import type { Workspace } from '../run/workspace.ts';
import { defaultReports } from './run-command.ts';

/** All reports there are; none when nothing was run, for no stack was affected. */
export function existingReports(workspace: Workspace, folder: string | undefined): StackReport[] {
  const path = folder ?? defaultReports(workspace);
  return existsSync(path) ? readReports(path) : [];
}
