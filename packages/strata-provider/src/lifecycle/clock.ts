// SPDX-License-Identifier: Apache-2.0
import { setTimeout } from 'node:timers/promises';

/** The time, and the wait; tests have one of their own. */
export interface Clock {
  readonly now: () => Date;
  /** @throws the signal's reason as soon as it is aborted. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** The clock of this machine. */
export const systemClock: Clock = {
  now: () => new Date(),
  sleep: async (milliseconds, signal) => {
    // The signal's reason says more than the timer's own.
    const interrupted = () => signal.throwIfAborted();
    interrupted();
    await setTimeout(milliseconds, undefined, { signal }).catch(interrupted);
  },
};

const hour = 3_600_000;

/** Lengths of time, in milliseconds. */
export const milliseconds = { second: 1_000, hour, day: 24 * hour } as const;
