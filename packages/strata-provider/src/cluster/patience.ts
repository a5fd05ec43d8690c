// SPDX-License-Identifier: Apache-2.0
import { ApiError } from '@strata/cluster-client';
import { printableLine } from '@strata/contracts/one-line';
import type { Work } from '../lifecycle/index.ts';

/** Interval at which an unchanged status is reported again, to show that the wait is alive. */
const repeatMilliseconds = 15_000;

/**
 * Time for which an API server that starts may refuse an account: until its caches of roles are full, it
 * knows no binding.
 */
const refusalMilliseconds = 60_000;

/** Pause after the first check; each is twice as long as the one before, up to {@link Patience.pauseSeconds}. */
const firstPauseMilliseconds = 100;

/** Time limit and interval of a wait. */
export interface Patience {
  readonly timeoutSeconds: number;
  /** Longest pause between two checks. The first ones are shorter, for many waits end soon. */
  readonly pauseSeconds: number;
}

/** Result of one check: done with a result, or a reason to wait. */
export type Look<Result> =
  | { readonly done: Result }
  | {
      readonly waitingFor: string;
      /** Measure of progress: whenever it exceeds its maximum, the time limit starts again. @default 0 */
      readonly progress?: number;
    };

/**
 * Wraps a check so that a passing error of an API ({@link ApiError.isPassing}) becomes a reason to wait,
 * and so does a refusal of credentials or rights that has not lasted for a minute.
 */
export function patientLook<Result>(
  look: () => Promise<Look<Result>>,
  { clock }: Pick<Work, 'clock'>,
): () => Promise<Look<Result>> {
  let refusedSince: number | undefined;
  return async () => {
    try {
      const found = await look();
      refusedSince = undefined;
      return found;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 401 || error.status === 403) {
        const now = clock.now().getTime();
        refusedSince ??= now;
        if (now - refusedSince >= refusalMilliseconds) throw error;
      } else if (!error.isPassing) {
        throw error;
      }
      return { waitingFor: error.message };
    }
  };
}

/**
 * Repeats a check until it is done, and reports its status while it waits.
 *
 * @param failure - returns the message of the error at the time limit, from the last reason to wait.
 * @throws Error at the time limit, whose reason is on one line, for it can come from a user cluster; errors of a check are thrown at once.
 */
export async function waitFor<Result>(
  look: () => Promise<Look<Result>>,
  { timeoutSeconds, pauseSeconds }: Patience,
  { clock, signal, status }: Work,
  failure: (waitingFor: string) => string,
): Promise<Result> {
  const start = clock.now().getTime();
  let best = { progress: 0, at: start };
  let said = { text: '', at: 0 };
  let pause = firstPauseMilliseconds;
  for (;;) {
    const found = await look();
    if ('done' in found) return found.done;
    const now = clock.now().getTime();
    if ((found.progress ?? 0) > best.progress) best = { progress: found.progress ?? 0, at: now };
    if (now - best.at + pause > timeoutSeconds * 1_000) {
      throw new Error(failure(printableLine(found.waitingFor)));
    }
    if (said.text !== found.waitingFor || now - said.at >= repeatMilliseconds) {
      said = { text: found.waitingFor, at: now };
      status(`${found.waitingFor} (${Math.round((now - start) / 1_000)} s)`);
    }
    await clock.sleep(pause, signal);
    pause = Math.min(pause * 2, pauseSeconds * 1_000);
  }
}
