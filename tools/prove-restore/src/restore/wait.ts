// SPDX-License-Identifier: Apache-2.0
import { ApiError } from '@strata/cluster-client';
import { setTimeout as sleep } from 'node:timers/promises';
import { ProveError } from '../prove-error.ts';

/** How a restore waits. */
export interface Patience {
  /** Milliseconds between two questions. */
  readonly pause: number;
  readonly signal: AbortSignal;
}

/**
 * Asks until there is an answer. An API that does not answer for a while is asked again: an update or a
 * restart of it ends no restore.
 *
 * @param what - what is waited for, for the message.
 * @param minutes - after which it gives up.
 * @throws ProveError when the time is over, with what to do.
 */
export async function until<T>(
  what: string,
  minutes: number,
  { pause, signal }: Patience,
  ask: () => Promise<T | undefined>,
): Promise<T> {
  const end = Date.now() + minutes * 60_000;
  let last = '';
  while (Date.now() < end) {
    signal.throwIfAborted();
    try {
      const answer = await ask();
      if (answer !== undefined) return answer;
      last = '';
    } catch (error) {
      if (!(error instanceof ApiError) || (error.status !== 0 && error.status < 500)) throw error;
      last = ` (${error.message})`;
    }
    await sleep(pause, undefined, { signal });
  }
  throw new ProveError(
    `Not within ${minutes} minutes: ${what}${last}. Look why, and run the same command again: it goes on here.`,
  );
}
