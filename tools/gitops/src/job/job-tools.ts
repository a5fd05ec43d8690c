// SPDX-License-Identifier: Apache-2.0
import {
  consoleReport,
  ensureBinFolder,
  ensurePulumiHome,
  ensureToolchain,
  toolsFor,
} from '@strata/toolchain';
import { appendFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { shellExports } from './shell-exports.ts';

/**
 * Builds missing tools and puts them on the PATH of all further steps. Outside GitHub it prints
 * commands for a shell: `eval "$(npx node tools/gitops/src/job/job-tools.ts)"`.
 */
const toolchain = await ensureToolchain({
  tools: toolsFor('preview'),
  report: consoleReport(process.stderr),
});
const binFolder = await ensureBinFolder(toolchain);
const pulumiHome = await ensurePulumiHome(toolchain);
const { GITHUB_ENV, GITHUB_PATH } = process.env;
if (GITHUB_ENV !== undefined && GITHUB_PATH !== undefined) {
  appendFileSync(GITHUB_PATH, `${binFolder}\n`);
  appendFileSync(GITHUB_ENV, `PULUMI_HOME=${pulumiHome}\n`);
} else {
  const root = resolve(import.meta.dirname, '../../../..');
  console.log(shellExports({ binFolder, pulumiHome, root }));
}
