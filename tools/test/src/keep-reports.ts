// SPDX-License-Identifier: Apache-2.0
import { copyFileSync, globSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';

/**
 * Copies Jest's reports and the steps' output: a forge keeps them as artifacts, and each report says how
 * long every file and test took.
 *
 * @param reports - folder of the run.
 * @param folder - where they are kept, made if missing; nothing is copied without it.
 */
export function keepReports(reports: string, folder: string | undefined): void {
  if (folder === undefined || folder === '') return;
  mkdirSync(folder, { recursive: true });
  for (const file of globSync(join(reports, '*.{json,log}'))) {
    copyFileSync(file, join(folder, basename(file)));
  }
}
