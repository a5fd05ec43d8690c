// SPDX-License-Identifier: Apache-2.0
import { startTable } from '../page/start-table.ts';
import { writePage } from '../page/write-page.ts';
import { currentCommit, machineFacts } from '../scenarios/result-file.ts';
import { readStart } from './read-start.ts';
import { writeStart } from './start-file.ts';
import { waitsOf } from './start-waits.ts';

/** Records what the last `npm start` waited for, shows it, and writes the page. */
export async function drawStart(): Promise<void> {
  const waits = waitsOf(await readStart());
  console.log(startTable(waits));
  const at = new Date().toISOString();
  writeStart({ at, commit: currentCommit(), machine: machineFacts(), waits });
  await writePage();
}
