// SPDX-License-Identifier: Apache-2.0
import { CommanderError } from 'commander';
import type { Command } from 'commander';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildProgram } from './build-program.ts';
import { commandTable, parents } from './command-table.ts';
import { addCompletion } from './completion.ts';
import { Repository } from './repository.ts';
import { root } from './root.ts';
import { runCommand } from './run-command.ts';
import { CliError, UsageError } from './usage-error.ts';
import { explainUsage } from './explain-usage.ts';

const wrongUsage = 2;
const ownErrors = ['PlanError', 'GitopsError', 'ProveError', 'ToolchainError', 'UserError'];

/** Says what is wrong. @returns the exit code. */
function explain(error: unknown, program: Command, args: readonly string[]): number {
  if (error instanceof CommanderError) {
    // Help and completion have said all there is.
    if (error.exitCode === 0) return 0;
    console.error(explainUsage(error, program, args, Repository.at(root)));
    return wrongUsage;
  }
  if (error instanceof UsageError || error instanceof CliError) {
    console.error(error.message);
    return error instanceof UsageError ? wrongUsage : 1;
  }
  // Errors of this repository's libraries about files, states and tools have messages for people, too.
  if (ownErrors.includes((error as Error).name)) {
    console.error((error as Error).message);
    return 1;
  }
  throw error;
}

// Whoever reads the output may stop reading: strata get clusters production | head -1.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly version: string;
};
const program = buildProgram(commandTable, parents, runCommand, version);
const args = process.argv.slice(2);
addCompletion(program, Repository.at(root), args);
try {
  if (args.length === 0) program.outputHelp();
  else await program.parseAsync(args, { from: 'user' });
} catch (error) {
  process.exitCode = explain(error, program, args);
}
