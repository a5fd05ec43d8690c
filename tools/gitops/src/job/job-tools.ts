// SPDX-License-Identifier: Apache-2.0
import {
  consoleReport,
  ensureBinFolder,
  ensurePulumiHome,
  ensureToolchain,
  toolsFor,
} from '@strata/toolchain';
import { appendFileSync } from 'node:fs';

/**
 * Builds missing tools and puts them on the PATH of all further steps. Outside GitHub it prints
 * commands for a shell: `eval "$(node tools/gitops/src/job/job-tools.ts)"`.
 */
const toolchain = await ensureToolchain({
  tools: toolsFor('preview'),
  report: consoleReport(process.stderr),
});
const folder = await ensureBinFolder(toolchain);
const home = await ensurePulumiHome(toolchain);
const { GITHUB_ENV, GITHUB_PATH } = process.env;
if (GITHUB_ENV !== undefined && GITHUB_PATH !== undefined) {
  appendFileSync(GITHUB_PATH, `${folder}\n`);
  appendFileSync(GITHUB_ENV, `PULUMI_HOME=${home}\n`);
} else {
  console.log(`export PATH=${JSON.stringify(folder)}:"$PATH" PULUMI_HOME=${JSON.stringify(home)}`);
}
