// SPDX-License-Identifier: Apache-2.0
import { setTimeout as sleep } from 'node:timers/promises';
import type { RotatedMachine } from './rotated-machine.ts';

/** Results of the requests of a client in one phase. */
interface Seen {
  answered: number;
  /** Requests without success to a machine that was being replaced. */
  whileReplaced: number;
  /** All other requests without success, by machine and reason. */
  readonly failures: string[];
}

const nothingSeen = (): Seen => ({ answered: 0, whileReplaced: 0, failures: [] });

const pauseMilliseconds = 100;

/** Asks a machine, and returns the status of its answer. */
type Asking<Machine> = (machine: Machine) => Promise<{ readonly status: number }>;

/** A client that asks each machine ten times a second, until it is stopped. */
export class SteadyClient<Machine extends RotatedMachine> {
  /** By the phase in which each request was sent. */
  readonly seen = new Map<string, Seen>();
  /** May change at any time. */
  asking: Asking<Machine>;
  /** Phase of the rotation; may change at any time. */
  phase: string;
  #isOver = false;
  readonly #loops: readonly Promise<void>[];

  constructor(machines: readonly Machine[], asking: Asking<Machine>, phase: string) {
    this.asking = asking;
    this.phase = phase;
    this.#loops = machines.map((machine) => this.#run(machine));
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#loops);
  }

  /** Prints the results of each phase. */
  print(rotation: string): void {
    for (const [phase, { answered, failures, whileReplaced }] of this.seen) {
      process.stdout.write(
        `${rotation}, ${phase}: ${answered} answered, ${failures.length} failed, ${whileReplaced} not answered by a machine that was being replaced\n`,
      );
    }
  }

  async #run(machine: Machine): Promise<void> {
    const pending = new Set<Promise<void>>();
    while (!this.#isOver) {
      // The next request does not wait for this one: a slow machine must not hide failures.
      const asked = this.#ask(machine).finally(() => pending.delete(asked));
      pending.add(asked);
      await sleep(pauseMilliseconds);
    }
    await Promise.all(pending);
  }

  async #ask(machine: Machine): Promise<void> {
    const { changes, isUp } = machine;
    const seen = this.seen.get(this.phase) ?? nothingSeen();
    this.seen.set(this.phase, seen);
    const reason = await this.asking(machine).then(
      ({ status }) => (status === 200 ? undefined : `HTTP ${status}`),
      (error: unknown) => String(error),
    );
    if (reason === undefined) seen.answered += 1;
    else if (!isUp || machine.changes !== changes) seen.whileReplaced += 1;
    else seen.failures.push(`${machine.name}: ${reason}`);
  }
}
