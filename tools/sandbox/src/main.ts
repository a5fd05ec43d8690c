// SPDX-License-Identifier: Apache-2.0
import { consoleReport } from '@strata/toolchain';
import { once } from 'node:events';
import { parseCommandLine, usage, type CommandLine } from './command-line.ts';
import { down } from './commands/down.ts';
import { exec, shell } from './commands/exec.ts';
import { forward } from './commands/forward.ts';
import { showLogs } from './commands/logs.ts';
import { reset } from './commands/reset.ts';
import { start } from './commands/start.ts';
import { showStatus } from './commands/status.ts';
import { up } from './commands/up.ts';
import { explainedError } from './explained-error.ts';
import { instanceAt, type Instance } from './instance.ts';
import { WrongCommandLine } from './user-error.ts';

const report = consoleReport();

/** Function of each command; it returns the exit code. */
const actions: Record<
  CommandLine['command'],
  (instance: Instance, line: CommandLine) => Promise<number>
> = {
  help: () => {
    console.log(usage());
    return Promise.resolve(0);
  },
  start: (instance, { settings, tour }) => start(instance, settings, report, tour),
  up: async (instance, { settings }) => {
    await up(instance, settings, report);
    return 0;
  },
  down: async (instance) => {
    await down(instance, report);
    return 0;
  },
  status: (instance, { json }) => showStatus(instance, json),
  logs: (instance, { rest, follow }) => showLogs(instance, rest[0], follow),
  exec: (instance, { rest }) => exec(instance, rest),
  shell: (instance) => shell(instance),
  forward: async (instance, { rest, port }) => {
    const forwarded = await forward(instance, rest[0], port);
    console.log(`Forwarding 127.0.0.1:${forwarded.port} into the rack; interrupt to end.`);
    if (forwarded.kubeconfig !== undefined) console.log(`KUBECONFIG=${forwarded.kubeconfig}`);
    await once(forwarded.server, 'close');
    return 0;
  },
  reset: async (instance) => {
    await reset(instance, report);
    return 0;
  },
};

async function main(): Promise<number> {
  const line = parseCommandLine(process.argv.slice(2));
  return actions[line.command](instanceAt(line.name, line.stateDir), line);
}

try {
  process.exitCode = await main();
} catch (error) {
  const text = explainedError(error);
  if (text === undefined) throw error;
  report.line(text);
  process.exitCode ??= error instanceof WrongCommandLine ? 2 : 1;
}
