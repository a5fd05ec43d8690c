// SPDX-License-Identifier: Apache-2.0
import { spawn, type StdioOptions } from 'node:child_process';
import { constants } from 'node:os';
import { endWithRack } from './end-with-rack.ts';
import { systemPath } from './requirements.ts';

export interface EnterOptions {
  /** Process id of the supervisor, as the machine sees it. */
  readonly supervisorPid: number;
  readonly command: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** @default the current folder */
  readonly cwd?: string;
  /** @default 'inherit' */
  readonly stdio?: StdioOptions;
}

/**
 * Returns the arguments of nsenter that run `command` in the rack's namespaces for network and
 * mounts.
 */
export function nsenterArguments(
  supervisorPid: number,
  cwd: string,
  command: readonly string[],
): string[] {
  // nsenter enters the mount namespace with the root folder as working folder, so change back.
  const inFolder = ['sh', '-c', 'cd "$1" && shift && exec "$@"', 'sh', cwd, ...command];
  const namespaces = ['--user', '--preserve-credentials', '--net', '--mount'];
  return ['--target', String(supervisorPid), ...namespaces, '--', ...inFolder];
}

/**
 * Runs a command inside the rack and waits for it. An interrupt from the terminal reaches the
 * command directly; other signals are passed on.
 *
 * @returns The command's exit code; 128 plus the number of the signal that ended it.
 * @throws UserError when the rack ended meanwhile.
 */
export async function enterRack(options: EnterOptions): Promise<number> {
  const args = nsenterArguments(
    options.supervisorPid,
    options.cwd ?? process.cwd(),
    options.command,
  );
  const child = spawn('nsenter', args, {
    env: { ...options.env, PATH: systemPath(options.env.PATH) },
    stdio: options.stdio ?? 'inherit',
  });
  const rack = endWithRack(options.supervisorPid, child);
  const pass = (signal: NodeJS.Signals) => child.kill(signal);
  const ignore = () => undefined;
  process.on('SIGTERM', pass).on('SIGHUP', pass).on('SIGINT', ignore);
  try {
    const code = await new Promise<number>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code, signal) => {
        resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
      });
    });
    rack.check();
    return code;
  } finally {
    rack.stop();
    process.off('SIGTERM', pass).off('SIGHUP', pass).off('SIGINT', ignore);
  }
}
