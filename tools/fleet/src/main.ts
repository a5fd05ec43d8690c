// SPDX-License-Identifier: Apache-2.0
import { PlanError } from '@strata/plan-check';
import { resolve } from 'node:path';
import { parseCommand, usage } from './command-line.ts';
import { writeFleet } from './write-fleet.ts';

const root = resolve(import.meta.dirname, '../../..');

try {
  const command = parseCommand(process.argv.slice(2));
  if (command.action === 'help') {
    console.log(usage);
  } else {
    console.log((await writeFleet(root, command.out, command.environments)).summary);
  }
} catch (error) {
  if (!(error instanceof PlanError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
