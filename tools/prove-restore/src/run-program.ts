// SPDX-License-Identifier: Apache-2.0
import { execFile } from 'node:child_process';

/** How a program is run. */
export interface RunOptions {
  readonly env: NodeJS.ProcessEnv;
  /** Ends it. */
  readonly signal: AbortSignal;
  /** Its folder. Default: that of this process. */
  readonly cwd?: string;
}

/** What a program has ended with. */
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
export function runProgram(
  program: string,
  args: readonly string[],
  options: RunOptions,
): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(program, args, { ...options, maxBuffer }, (error, stdout, stderr) =>
      resolve({ code: codeOf(error), stdout, stderr }),
    );
    child.stdin?.end();
  });
}

/** Returns the last line that a program has said to people. */
export function lastLine({ stderr, stdout }: Ended): string {
  return `${stdout}\n${stderr}`.trim().split('\n').at(-1) ?? '';
}
