// SPDX-License-Identifier: Apache-2.0
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import type { Writable } from 'node:stream';
import { createInterface } from 'node:readline';

/** One run of the `go` command. */
export interface GoRun {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Gets the command and all it says. */
  readonly log: Writable;
  /** Called with each line of standard error, where Go reports its progress. */
  readonly onLine?: (line: string) => void;
  readonly signal?: AbortSignal | undefined;
  /** How long Go may say nothing before it counts as hung. */
  readonly silenceMs: number;
}

/** How a run ended. */
export interface GoResult {
  readonly isOk: boolean;
  readonly stdout: string;
  /** All of standard error. */
  readonly stderr: string;
  /** Ended by us because it was silent for too long. */
  readonly isHung: boolean;
}

/** Go gets this long to remove its work files before it is killed. */
const graceMs = 5_000;

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    // Go starts compilers and linkers: the whole group has to end.
    process.kill(-child.pid, signal);
  } catch {
    // It has ended already.
  }
}

/** Ends the group politely, then not; returns a function that calls the second step off. */
function stopGroup(child: ChildProcess): () => void {
  signalGroup(child, 'SIGINT');
  const timer = setTimeout(() => signalGroup(child, 'SIGKILL'), graceMs);
  return () => clearTimeout(timer);
}

/** Stops the child when asked to, when it hangs, or when this process exits. */
function supervise(child: ChildProcess, { signal, silenceMs }: GoRun) {
  let isHung = false;
  let callOff: (() => void) | undefined;
  const stop = () => (callOff ??= stopGroup(child));
  const killNow = () => signalGroup(child, 'SIGKILL');
  const silence = setTimeout(() => {
    isHung = true;
    stop();
  }, silenceMs);
  signal?.addEventListener('abort', stop, { once: true });
  process.once('exit', killNow);
  return {
    isHung: () => isHung,
    heard: () => silence.refresh(),
    end: () => {
      clearTimeout(silence);
      signal?.removeEventListener('abort', stop);
      process.removeListener('exit', killNow);
      if (!callOff) return;
      callOff();
      // No compiler may outlive the go command that was stopped.
      killNow();
    },
  };
}

/**
 * Runs `go` in a process group of its own, so that stopping it stops its compilers.
 *
 * @throws the signal's reason when it is aborted; system errors when Go cannot be started.
 */
export async function runGo(run: GoRun): Promise<GoResult> {
  const { args, cwd, env, log, onLine, signal } = run;
  signal?.throwIfAborted();
  log.write(`$ go ${args.join(' ')}\n`);
  const child = spawn('go', args, {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const watch = supervise(child, run);
  let stdout = '';
  const lines: string[] = [];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    watch.heard();
    stdout += text;
  });
  createInterface({ input: child.stderr }).on('line', (line) => {
    watch.heard();
    log.write(`${line}\n`);
    lines.push(line);
    onLine?.(line);
  });
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    signal?.throwIfAborted();
    return { isOk: code === 0, stdout, stderr: lines.join('\n'), isHung: watch.isHung() };
  } finally {
    watch.end();
  }
}
