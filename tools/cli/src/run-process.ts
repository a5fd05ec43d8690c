// SPDX-License-Identifier: Apache-2.0
import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { constants } from 'node:os';
import { isatty } from 'node:tty';
import { placeAtTerminal } from './place-at-terminal.ts';
import type { PlaceAtTerminal } from './place-at-terminal.ts';
import { CliError } from './usage-error.ts';

/** How a program is run. */
export interface ProcessOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** The file that gets its standard output; only its owner can read it. */
  readonly into?: string;
  /** The file that gets its standard error; only its owner can read it. */
  readonly errorsInto?: string;
  /** Nothing of what it says is shown. */
  readonly isQuiet?: boolean;
}

/** How a program ended. */
export interface ProcessEnd {
  /** Its exit code; 128 and the signal's number when a signal ended it. */
  readonly code: number;
  /** Signal that asked this process to stop meanwhile. */
  readonly heard?: NodeJS.Signals;
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Milliseconds within which signals are one: npx, tools/bootstrap.mjs and `timeout` hand on what they
 * have sent to the whole process group already.
 */
const togetherMs = 1_000;

/** Returns the exit code that a shell reports for a signal; 1 if there is no signal. */
export const codeOfSignal = (signal: NodeJS.Signals | null): number =>
  signal === null ? 1 : 128 + constants.signals[signal];

/** Opens a file for a stream of a program; undefined where it goes to this terminal. */
const openFile = (path: string | undefined) =>
  path === undefined ? undefined : openSync(path, 'w', 0o600);

/**
 * Returns what a program reads: in the background of a terminal nothing of the keyboard, which is the
 * shell's. A terminal stops a job that reads it there, but not a process of another session.
 */
const inputAt = (place: PlaceAtTerminal) =>
  place === 'background' && isatty(0) ? 'ignore' : 'inherit';

/**
 * Runs a program on this terminal to its end. What asks this process to stop is handed on once, so that
 * the program ends in good order: Pulumi takes a second signal for "at once". Only in the foreground of a
 * terminal does a signal for the whole process group reach the program twice, except Ctrl-C: nothing says
 * to whom a signal was sent.
 *
 * @see https://github.com/pulumi/pulumi/blob/v3.259.0/pkg/backend/cancellation_scope.go
 * @throws CliError when it cannot be started.
 */
export async function runProcess(
  [program = '', ...args]: readonly string[],
  options: ProcessOptions,
): Promise<ProcessEnd> {
  const { cwd, env, errorsInto, into, isQuiet = false } = options;
  const files = [openFile(into), openFile(errorsInto)];
  const place = placeAtTerminal();
  // A program in a session of its own does not get signals for the whole group a second time.
  const isApart = place !== 'foreground';
  const child = spawn(program === 'node' ? process.execPath : program, args, {
    cwd,
    env,
    detached: isApart,
    stdio: isQuiet ? 'ignore' : [inputAt(place), ...files.map((file) => file ?? 'inherit')],
  });
  let heard: NodeJS.Signals | undefined;
  let lastMs = -Infinity;
  const forward = (signal: NodeJS.Signals) => {
    heard ??= signal;
    // A terminal sends Ctrl-C to the program as well.
    if (signal === 'SIGINT' && !isApart && placeAtTerminal() === 'foreground') return;
    const now = performance.now();
    if (now - lastMs <= togetherMs) return;
    lastMs = now;
    child.kill(signal);
  };
  for (const signal of signals) process.on(signal, forward);
  try {
    const code = await new Promise<number>((resolve, reject) => {
      child.once('error', (error) =>
        reject(new CliError(`${program} cannot be started: ${error.message}`)),
      );
      child.once('close', (ended, signal) => resolve(ended ?? codeOfSignal(signal)));
    });
    return { code, ...(heard !== undefined && { heard }) };
  } finally {
    for (const signal of signals) process.removeListener(signal, forward);
    for (const file of files) if (file !== undefined) closeSync(file);
  }
}
