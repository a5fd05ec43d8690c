// SPDX-License-Identifier: Apache-2.0
import { setTimeout as sleep } from 'node:timers/promises';
import type { LabMachine } from './lab-machine.ts';

/** Results of the requests of a client. */
export interface Seen {
  answered: number;
  /** Requests without success to a machine that was being replaced. */
  whileReplaced: number;
  /** All other requests without success, by machine and reason. */
  readonly failures: string[];
}

const pauseMilliseconds = 100;

/** Request that a client sends repeatedly. */
export interface Question {
  readonly path: string;
  /** @default the administrator's */
  readonly token?: string;
}

/** A client that asks each machine ten times a second, until it is stopped. */
export class SteadyClient {
  readonly seen: Seen = { answered: 0, whileReplaced: 0, failures: [] };
  /** May change at any time. */
  question: Question;
  #isOver = false;
  readonly #loops: readonly Promise<void>[];

  constructor(machines: readonly LabMachine[], question: Question) {
    this.question = question;
    this.#loops = machines.map((machine) => this.#run(machine));
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#loops);
  }

  async #run(machine: LabMachine): Promise<void> {
    const pending = new Set<Promise<void>>();
    while (!this.#isOver) {
      // The next request does not wait for this one: a slow machine must not hide failures.
      const asked = this.#ask(machine).finally(() => pending.delete(asked));
      pending.add(asked);
      await sleep(pauseMilliseconds);
    }
    await Promise.all(pending);
  }

  async #ask(machine: LabMachine): Promise<void> {
    const { changes, isUp } = machine;
    const { path, token } = this.question;
    const reason = await machine.ask('GET', path, undefined, token).then(
      ({ status }) => (status === 200 ? undefined : `HTTP ${status}`),
      (error: unknown) => String(error),
    );
    if (reason === undefined) this.seen.answered += 1;
    else if (!isUp || machine.changes !== changes) this.seen.whileReplaced += 1;
    else this.seen.failures.push(`${machine.name}: ${reason}`);
  }
}
