// SPDX-License-Identifier: Apache-2.0
import { consoleReport, ToolchainError } from '@strata/toolchain';
import { codeOf, ManifestError, messageOf } from '@strata/manifests';
import { checkManifests } from '@strata/manifests/check';
import { ensureManifests } from '@strata/manifests/ensure';
import { updateLocks } from '@strata/manifests/update-locks';
import { bundleReleases } from './bundle-releases.ts';
import { parseCommand, usage } from './command-line.ts';
import { componentsOf } from './components-of.ts';

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
  // npm runs scripts in the package's folder; INIT_CWD is the folder in which npm was called.
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
  if (command.action === 'bundle') await bundleReleases(command.folder, command, options);
  else if (command.action === 'ensure') {
    await ensureManifests({ ...options, components: componentsOf(command.scope) });
  } else if (command.action === 'check') await checkManifests(options);
  else await updateLocks(options);
}

/**
 * Returns the message of a problem that a person can fix; undefined for a bug, which shows its
 * stack.
 */
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
