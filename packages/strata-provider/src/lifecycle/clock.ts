// SPDX-License-Identifier: Apache-2.0
import { setTimeout } from 'node:timers/promises';

/** Source of the time, and of waits; tests use their own. */
export interface Clock {
  readonly now: () => Date;
  /** Waits. @throws the reason of the signal as soon as it is aborted. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** The clock of this computer. */
export const systemClock: Clock = {
  now: () => new Date(),
  sleep: async (milliseconds, signal) => {
    // Throws the reason of the signal, which says more than the error of the timer.
    const interrupted = () => signal.throwIfAborted();
    interrupted();
    await setTimeout(milliseconds, undefined, { signal }).catch(interrupted);
  },
};

const hour = 3_600_000;

/** Lengths of time, in milliseconds. */
export const milliseconds = { second: 1_000, hour, day: 24 * hour } as const;
