// SPDX-License-Identifier: Apache-2.0
import { parseCommand, usage } from './command-line.ts';
import { ensureToolchain } from './ensure-toolchain.ts';
import { listTools } from './list-tools.ts';
import { consoleReport } from './progress.ts';
import { ToolchainError } from './toolchain-error.ts';

/** Exit codes a shell expects of a process that a signal ended. */
const signalCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

async function main(args: readonly string[]): Promise<void> {
  const { action, tools } = parseCommand(args);
  if (action === 'help') {
    console.log(usage);
    return;
  }
  if (action === 'list') {
    console.log((await listTools(tools, process.env)).join('\n'));
    return;
  }
  const stop = new AbortController();
  for (const [signal, code] of Object.entries(signalCodes)) {
    process.on(signal, () => {
      process.exitCode = code;
      stop.abort();
    });
  }
  await ensureToolchain({ tools, report: consoleReport(), signal: stop.signal });
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof ToolchainError)) throw error;
  consoleReport().line(error.message);
  process.exitCode ??= 1;
}
