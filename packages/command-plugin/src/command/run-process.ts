// SPDX-License-Identifier: Apache-2.0
import { spawn } from 'node:child_process';

/** What to start. */
export interface Program {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Where it works. @default where this process does */
  readonly dir?: string;
  /** @default nothing: its standard input is at its end */
  readonly stdin?: string | Buffer;
}

/** What became of it. */
export interface Ended {
  /** 128 and more: a signal ended it. */
  readonly exitCode: number;
  /** Without the last line feed, as the official plugin has it. */
  readonly stdout: string;
  readonly stderr: string;
}

/** Which stream a line came on. */
export type Stream = 'stdout' | 'stderr';

/** Signals do not have numbers in Node's events; the sum with 128 is what a shell says. */
const endedBySignal = 128 + 15;

/**
 * Runs a program to its end.
 *
 * @param onLine - called with each whole line as it comes.
 * @throws the signal's reason when it is aborted: the program and its children are ended.
 */
export async function runProcess(
  program: Program,
  signal: AbortSignal,
  onLine: (stream: Stream, line: string) => void = () => undefined,
): Promise<Ended> {
  signal.throwIfAborted();
  const { file, args, env, dir, stdin = '' } = program;
  // A group of its own, so that what it started ends with it.
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
  // A program that does not read its input is none of our business.
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
