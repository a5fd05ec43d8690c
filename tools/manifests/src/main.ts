// SPDX-License-Identifier: Apache-2.0
import { consoleReport, ToolchainError } from '@strata/toolchain';
import { bundleManifests } from './bundle-manifests.ts';
import { checkManifests } from './check-manifests.ts';
import { parseCommand, usage } from './command-line.ts';
import { ensureManifests } from './ensure-manifests.ts';
import { codeOf, ManifestError, messageOf } from './manifest-error.ts';
import { updateLock } from './update-lock.ts';

/** Exit codes a shell expects of a process that a signal ended. */
const signalCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

const diskProblems: readonly unknown[] = [
  'ENOSPC',
  'EDQUOT',
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOTDIR',
];

const report = consoleReport();
const stop = new AbortController();

async function main(args: readonly string[]): Promise<void> {
  // npm runs scripts in the package's folder and tells where it was called.
  const command = parseCommand(args, process.env.INIT_CWD ?? process.cwd());
  if (command.action === 'help') {
    console.log(usage);
    return;
  }
  for (const [signal, code] of Object.entries(signalCodes)) {
    // A second signal ends the process at once.
    process.once(signal, () => {
      process.exitCode = code;
      stop.abort();
    });
  }
  const options = { report, signal: stop.signal };
  if (command.action === 'check') await checkManifests(options);
  else if (command.action === 'update-lock') await updateLock(options);
  else if (command.action === 'bundle') await bundleManifests(command.folder, options);
  else await ensureManifests(options);
}

/** The message for what a person can put right; a bug has none and shows its stack. */
function explain(error: unknown): string | undefined {
  if (stop.signal.aborted) return 'Stopped; nothing half-written is left.';
  if (error instanceof ManifestError || error instanceof ToolchainError) return error.message;
  if (!diskProblems.includes(codeOf(error))) return undefined;
  return (
    `${messageOf(error)}: make room or give write access there, ` +
    'or set STRATA_CACHE_DIR to another folder, and run again.'
  );
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  const message = explain(error);
  if (message === undefined) throw error;
  report.line(message);
  process.exitCode ??= 1;
}
