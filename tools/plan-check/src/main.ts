// SPDX-License-Identifier: Apache-2.0
import { resolve } from 'node:path';
import { checkPlan } from './check-plan.ts';
import { parseCommand, usage } from './command-line.ts';
import { PlanError } from './report.ts';
import type { Report } from './report.ts';

const root = resolve(import.meta.dirname, '../../..');

function run(args: readonly string[]): Report {
  const command = parseCommand(args);
  if (command.action === 'help') return { lines: [usage], failed: false };
  return checkPlan(root);
}

try {
  const { failed, lines } = run(process.argv.slice(2));
  console.log(lines.join('\n'));
  if (failed) process.exitCode = 1;
} catch (error) {
  if (!(error instanceof PlanError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
