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
  /** Receives the command and all of its output. */
  readonly log: Writable;
  /** Called for each line of standard error, where Go reports its progress. */
  readonly onLine?: (line: string) => void;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds without output after which Go counts as hung. */
  readonly silenceMs: number;
}

/** Result of a run. */
export interface GoResult {
  readonly isOk: boolean;
  readonly stdout: string;
  /** All of standard error. */
  readonly stderr: string;
  /** True when we ended it because it was silent for too long. */
  readonly isHung: boolean;
}

/** Milliseconds that Go gets to remove its work files before it is killed. */
const graceMs = 5_000;

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    // Go starts compilers and linkers, so the whole process group has to end.
    process.kill(-child.pid, signal);
  } catch {
    // The group has ended already.
  }
}

/** Asks the group to end and kills it later; returns a function that cancels the kill. */
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
      // No compiler may outlive the stopped go command.
      killNow();
    },
  };
}

/**
 * Runs `go` in a process group of its own, so that stopping it also stops its compilers.
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
