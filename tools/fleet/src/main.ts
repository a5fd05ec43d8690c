// SPDX-License-Identifier: Apache-2.0
import { PlanError } from '@strata/plan-check';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { parseCommand, usage } from './command-line.ts';
import type { Command } from './command-line.ts';
import { LiveSource } from './live/live-source.ts';
import { serveFleet } from './serve/serve-fleet.ts';
import { whatIf } from './what-if/what-if.ts';
import { writeFleet } from './write-fleet.ts';

/** Root of the repository; STRATA_ROOT is set by tests and for other checkouts. */
const root = resolve(process.env.STRATA_ROOT ?? resolve(import.meta.dirname, '../../..'));

async function run(command: Command): Promise<string> {
  switch (command.action) {
    case 'help':
      return usage;
    case 'what-if': {
      const { isComplete, text } = whatIf(root, command);
      if (!isComplete) process.exitCode = 1;
      return text;
    }
    case 'serve': {
      const ended = Promise.race(['SIGINT', 'SIGTERM'].map((signal) => once(process, signal)));
      const terminal = { say: console.log, warn: console.error };
      await serveFleet({ root, ...command }, ended, terminal);
      return 'The server has ended.';
    }
    case 'write': {
      const { environments, live, out = join(root, '.strata/fleet.html'), range } = command;
      using source = live && new LiveSource({ root, ...live });
      const besides = { ...(range && { range }), ...(source && { live: source }) };
      return (await writeFleet(root, out, environments, besides)).summary;
    }
  }
}

try {
  console.log(await run(parseCommand(process.argv.slice(2))));
} catch (error) {
  if (!(error instanceof PlanError)) throw error;
  console.error(error.message);
  process.exitCode = error.exitCode;
}
