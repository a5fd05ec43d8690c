// SPDX-License-Identifier: Apache-2.0
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs a program for as long as the standard input is open. Whoever started it closes that by ending,
 * however it ends, so the program never outlives it.
 */
const whileWatched = `
exec 3<&0
"$@" </dev/null 3<&- &
program=$!
{ cat <&3 >/dev/null; kill -9 "$program"; } 2>/dev/null &
watcher=$!
wait "$program"
code=$?
kill "$watcher"
exit "$code"`;

/** Characters of what a program has said that are kept: its last ones. */
const kept = 16_000;

/** Milliseconds between two questions whether a program is ready. */
const pause = 100;

/** A program that runs until it is stopped. */
export class RunningProgram {
  readonly #process: ChildProcess;
  readonly #closed: Promise<unknown>;
  #said = '';

  constructor(program: string, args: readonly string[]) {
    this.#process = spawn('/bin/sh', ['-c', whileWatched, 'sh', program, ...args], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH },
      // A terminal's Ctrl-C is for whoever started it, who then stops it.
      detached: true,
    });
    this.#closed = once(this.#process, 'close');
    // The shell that watches it may have ended already.
    this.#process.stdin?.on('error', () => undefined);
    this.#process.on('exit', () => this.#process.stdin?.end());
    for (const output of [this.#process.stdout, this.#process.stderr]) {
      output?.on(
        'data',
        (text: Buffer) => (this.#said = (this.#said + text.toString()).slice(-kept)),
      );
    }
  }

  /** The last of what it has said. */
  get said(): string {
    return this.#said;
  }

  /** Settles when it has ended and all that it has said is known. */
  get ended(): Promise<unknown> {
    return this.#closed;
  }

  /** Whether it has ended. */
  get hasEnded(): boolean {
    return this.#process.exitCode !== null || this.#process.signalCode !== null;
  }

  /**
   * Asks until the answer is true. An error counts as false.
   *
   * @param patience - milliseconds.
   * @throws Error with the last of what the program has said, when it has ended or patience has.
   */
  async ready(ask: () => Promise<boolean>, patience = 180_000): Promise<void> {
    const end = Date.now() + patience;
    let last: unknown;
    while (Date.now() < end && !this.hasEnded) {
      try {
        if (await ask()) return;
      } catch (error) {
        last = error;
      }
      await sleep(pause);
    }
    throw new Error(this.#said, { cause: last });
  }

  /** Ends it as a loss of power would. */
  async stop(): Promise<void> {
    this.#process.stdin?.end();
    await this.#closed;
  }
}

/** All programs that one run has started. */
export class Programs {
  readonly #started: RunningProgram[] = [];

  /** @param program - its path. */
  start(program: string, args: readonly string[]): RunningProgram {
    const running = new RunningProgram(program, args);
    this.#started.push(running);
    return running;
  }

  /** Stops all of them, whether they have become ready or not. */
  async stopAll(): Promise<void> {
    await Promise.all(this.#started.map((running) => running.stop()));
  }
}
