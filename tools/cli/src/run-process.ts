// SPDX-License-Identifier: Apache-2.0
import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { constants } from 'node:os';
import { CliError } from './usage-error.ts';

/** How a program is run. */
export interface ProcessOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** The file that gets its standard output; only its owner can read it. */
  readonly into?: string;
  /** Nothing of what it says is shown. */
  readonly isQuiet?: boolean;
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Returns the exit code that a shell reports for a signal; 1 if there is no signal. */
const codeOfSignal = (signal: NodeJS.Signals | null) =>
  signal === null ? 1 : 128 + constants.signals[signal];

/** Where the three streams of a program go. */
function streams({ isQuiet = false }: ProcessOptions, file: number | undefined) {
  if (isQuiet) return ['ignore', 'ignore', 'ignore'] as const;
  return ['inherit', file ?? 'inherit', 'inherit'] as const;
}

/**
 * Runs a program on this terminal to its end. What asks this process to stop is handed on, so that
 * the program ends in good order.
 *
 * @returns its exit code; 128 and the signal's number when one ended it.
 * @throws CliError when it cannot be started.
 */
export async function runProcess(
  [program = '', ...args]: readonly string[],
  options: ProcessOptions,
): Promise<number> {
  const { cwd, env, into } = options;
  const file = into === undefined ? undefined : openSync(into, 'w', 0o600);
  const child = spawn(program === 'node' ? process.execPath : program, args, {
    cwd,
    env,
    stdio: [...streams(options, file)],
  });
  const forward = (signal: NodeJS.Signals) => {
    // A terminal sends Ctrl-C to the program as well; twice would mean "at once".
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  };
  for (const signal of signals) process.on(signal, forward);
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', (error) =>
        reject(new CliError(`${program} cannot be started: ${error.message}`)),
      );
      child.once('close', (code, signal) => resolve(code ?? codeOfSignal(signal)));
    });
  } finally {
    for (const signal of signals) process.removeListener(signal, forward);
    if (file !== undefined) closeSync(file);
  }
}
