// SPDX-License-Identifier: Apache-2.0
import { spawn } from 'node:child_process';

/** A program to start. */
export interface Program {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Working directory. @default that of this process */
  readonly dir?: string;
  /** Standard input. @default empty */
  readonly stdin?: string | Buffer;
}

/** Result of a program that has ended. */
export interface Ended {
  /** Exit code; 128 or more when a signal ended the program. */
  readonly exitCode: number;
  /** Standard output without the last line feed, as in the official plugin. */
  readonly stdout: string;
  readonly stderr: string;
}

/** Output stream of a line. */
export type Stream = 'stdout' | 'stderr';

/** Exit code that a shell reports for SIGTERM, used for all signals, because Node's events do not have their numbers. */
const endedBySignal = 128 + 15;

/**
 * Runs a program to its end.
 *
 * @param onLine - called with each whole line as soon as it is printed.
 * @throws the reason of the signal when it is aborted, after ending the program and its children.
 */
export async function runProcess(
  program: Program,
  signal: AbortSignal,
  onLine: (stream: Stream, line: string) => void = () => undefined,
): Promise<Ended> {
  signal.throwIfAborted();
  const { file, args, env, dir, stdin = '' } = program;
  // A process group of its own, so that its children can be ended with it.
  const child = spawn(file, args, { env, cwd: dir, detached: true });
  const stop = () => child.pid !== undefined && process.kill(-child.pid, 'SIGTERM');
  signal.addEventListener('abort', stop, { once: true });
  const text = { stdout: '', stderr: '' };
  const keep = (stream: Stream) => {
    let rest = '';
    child[stream].setEncoding('utf8').on('data', (chunk: string) => {
      text[stream] += chunk;
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) onLine(stream, line);
    });
    child[stream].on('end', () => rest !== '' && onLine(stream, rest));
  };
  keep('stdout');
  keep('stderr');
  // It is no error when a program does not read its input.
  child.stdin.on('error', () => undefined).end(stdin);
  try {
    const exitCode = await new Promise<number>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code) => resolve(code ?? endedBySignal));
    });
    signal.throwIfAborted();
    return { exitCode, stdout: trimmed(text.stdout), stderr: trimmed(text.stderr) };
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function trimmed(text: string): string {
  return text.replace(/\n$/, '');
}
