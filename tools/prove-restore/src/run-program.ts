// SPDX-License-Identifier: Apache-2.0
import { execFile } from 'node:child_process';

/** How a program is run. */
export interface RunOptions {
  readonly env: NodeJS.ProcessEnv;
  /** Ends it. */
  readonly signal: AbortSignal;
  /** Its folder. Default: that of this process. */
  readonly cwd?: string;
  /** Text that it reads from its standard input. Default: none */
  readonly input?: string;
}

/** Result of a program that has ended. */
export interface Ended {
  /** Exit code; 128 when a signal ended it, 127 when it could not be started. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Bytes of output that are kept: states of large stacks have tens of megabytes. */
const maxBuffer = 1 << 29;

function codeOf(error: { readonly code?: unknown } | null): number {
  if (error === null) return 0;
  if (typeof error.code === 'number') return error.code;
  return error.code === 'ENOENT' ? 127 : 128;
}

/** Runs a program to its end. What it prints is kept in memory and shown nowhere. */
export async function runProgram(
  program: string,
  args: readonly string[],
  { input, signal, ...options }: RunOptions,
): Promise<Ended> {
  const { promise, resolve } = Promise.withResolvers<Ended>();
  const child = execFile(program, args, { ...options, maxBuffer }, (error, stdout, stderr) =>
    resolve({ code: codeOf(error), stdout, stderr }),
  );
  // By its own signal execFile would ask the program to end, and not wait until it has.
  const end = () => child.kill('SIGKILL');
  signal.addEventListener('abort', end);
  if (signal.aborted) end();
  // A program that ends before it has read all says itself why.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(input ?? '');
  const ended = await promise;
  signal.removeEventListener('abort', end);
  return ended;
}

/** Characters of a program's last words that are shown. */
const shown = 300;

/** Returns the last line of what a program has said. */
export function lastLine(said: string): string {
  return (said.trim().split('\n').at(-1) ?? '').slice(0, shown);
}
