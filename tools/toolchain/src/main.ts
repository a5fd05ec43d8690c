// SPDX-License-Identifier: Apache-2.0
import { parseCommand, usage } from './command-line.ts';
import { ensureToolchain } from './ensure-toolchain.ts';
import { listTools } from './list-tools.ts';
import { consoleReport } from './progress.ts';
import { stopOnSignal } from './stop-on-signal.ts';
import { ToolchainError } from './toolchain-error.ts';

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
  await stopOnSignal((signal) => ensureToolchain({ tools, report: consoleReport(), signal }));
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof ToolchainError)) throw error;
  consoleReport().line(error.message);
  process.exitCode ??= 1;
}
