// SPDX-License-Identifier: Apache-2.0
import { messageOf, PlanError } from '@strata/plan-check';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { collectFleet } from './collect/collect-fleet.ts';
import { parseCommand, usage } from './command-line.ts';
import { writePage } from './write-page.ts';

const root = resolve(import.meta.dirname, '../../..');

/** A reader sees the whole page, or the one before. */
function writeWhole(file: string, text: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.part`, text);
    renameSync(`${file}.part`, file);
  } catch (error) {
    throw new PlanError(`the page cannot be written: ${messageOf(error)}`);
  }
}

try {
  const command = parseCommand(process.argv.slice(2));
  if (command.action === 'help') {
    console.log(usage);
  } else {
    const fleet = collectFleet(root, command.environments);
    const page = await writePage(fleet);
    writeWhole(command.out, page);
    const size = Math.ceil(Buffer.byteLength(page) / 1024);
    const count = fleet.environments.length;
    console.log(
      `${resolve(command.out)}: ${count} ${count === 1 ? 'environment' : 'environments'}, ${size} KiB`,
    );
  }
} catch (error) {
  if (!(error instanceof PlanError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
