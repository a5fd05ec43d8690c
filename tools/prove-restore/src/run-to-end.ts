// SPDX-License-Identifier: Apache-2.0
import { constants } from 'node:os';
import { CommandLineError } from './command-line.ts';
import { Progress } from './progress.ts';

const wrongUsage = 2;

/** Why a run is stopped. */
export class Stopped extends Error {
  /** Exit code. */
  readonly code: number;

  constructor(message: string, code: number) {
    super(message);
    this.code = code;
  }
}

/** A run of a command of this package. */
export interface CommandRun {
  /** Stopped by Ctrl-C and the like; its reason is a {@link Stopped}. */
  readonly stop: AbortController;
  /** On standard error. */
  readonly progress: Progress;
}

/** How a command tells people of its end. */
export interface CommandEnd {
  /** Names of errors whose message is for people. */
  readonly told: ReadonlySet<string>;
  /** Sentence for those who have stopped it, after what it was doing. */
  readonly afterStop?: string;
}

/** Says why a run has failed. @returns the exit code. */
function explain(error: unknown, signal: AbortSignal, { told }: CommandEnd): number {
  const reason: unknown = signal.aborted ? signal.reason : error;
  if (reason instanceof Stopped) {
    console.error(reason.message);
    return reason.code;
  }
  if (!(reason instanceof Error) || !told.has(reason.name)) throw error;
  console.error(reason.message);
  return reason instanceof CommandLineError ? wrongUsage : 1;
}

/** Runs a command until it ends or is stopped, and sets the exit code of this process. */
export async function runToEnd(
  end: CommandEnd,
  run: (argv: readonly string[], context: CommandRun) => Promise<number>,
): Promise<void> {
  const stop = new AbortController();
  const progress = new Progress((line) => console.error(line));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      const words = ['Stopped while', `${progress.step}.`, end.afterStop];
      const message = words.filter((one) => one !== undefined).join(' ');
      stop.abort(new Stopped(message, 128 + constants.signals[signal]));
    });
  }
  try {
    process.exitCode = await run(process.argv.slice(2), { stop, progress });
  } catch (error) {
    process.exitCode = explain(error, stop.signal, end);
  } finally {
    progress.end();
  }
}
