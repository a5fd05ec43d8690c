// SPDX-License-Identifier: Apache-2.0
import { suggestion } from '@strata/contracts';
import { PlanError } from '@strata/plan-check/report';
import { resolve } from 'node:path';
import { commands } from './commands/index.ts';
import { GitopsError } from './gitops-error.ts';
import { masker } from './run/mask.ts';
import { openWorkspace } from './run/workspace.ts';

const program = 'npx node tools/gitops/src/main.ts';

async function usage(): Promise<string> {
  const all = await Promise.all(Object.values(commands).map((load) => load()));
  const blocks = all.map(({ usage: lines }) =>
    lines.map((line, index) => `${index === 0 ? '  ' : '      '}${line}`).join('\n'),
  );
  return [`Usage: ${program} <command> [options]`, ...blocks].join('\n\n');
}

/** Root of the repository; STRATA_ROOT is set by tests and for other checkouts. */
const root = resolve(process.env.STRATA_ROOT ?? resolve(import.meta.dirname, '../../..'));

const controller = new AbortController();
const stop = (signal: NodeJS.Signals) => {
  // Pulumi is asked once. A second signal is not passed on, because that would leave a lock.
  if (controller.signal.aborted) return;
  console.error(`${signal}: stopping in order; what runs is brought to an end.`);
  controller.abort();
};
// SIGHUP comes when the terminal is closed.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);

try {
  const [name = 'help', ...args] = process.argv.slice(2);
  const load = commands[name];
  if (name === 'help') console.log(await usage());
  else if (load === undefined) {
    const hint = suggestion(name, Object.keys(commands));
    throw new GitopsError(`unknown command "${name}"; ${hint}\n\n${await usage()}`);
  } else {
    const mask = masker(process.env);
    const command = await load();
    process.exitCode = await command.run(args, {
      workspace: openWorkspace(root),
      env: process.env,
      signal: controller.signal,
      progress: (line) => console.error(mask(line)),
      print: (line) => console.log(mask(line)),
    });
  }
} catch (error) {
  if (!(error instanceof GitopsError || error instanceof PlanError)) throw error;
  // The message may contain text of a forge or a provider.
  console.error(masker(process.env)(error.message));
  process.exitCode = 1;
}
