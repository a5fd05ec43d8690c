// SPDX-License-Identifier: Apache-2.0
import type { Work } from '../lifecycle/index.ts';
import { ApiError } from './api-client.ts';

/** An unchanged status is said again this often, so that it can be seen that it is alive. */
const repeatMilliseconds = 15_000;

/** How to wait for something. */
export interface Patience {
  readonly timeoutSeconds: number;
  /** Between two looks. */
  readonly pauseSeconds: number;
}

/** What a look found: done, with a result, or why not. */
export type Look<Result> =
  | { readonly done: Result }
  | {
      readonly waitingFor: string;
      /** How far it is; whenever it is further than ever, the time begins anew. @default nowhere */
      readonly progress?: number;
    };

/** The same look; that an API is away or busy for a moment does not end it. See {@link ApiError}. */
export function patientLook<Result>(
  look: () => Promise<Look<Result>>,
): () => Promise<Look<Result>> {
  return async () => {
    try {
      return await look();
    } catch (error) {
      if (error instanceof ApiError && error.isPassing) return { waitingFor: error.message };
      throw error;
    }
  };
}

/**
 * Looks again and again until it is done.
 *
 * @param failure - the error's message when time is up, from what the last look was waiting for.
 * @throws what a look throws, at once.
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
  for (;;) {
    const found = await look();
    if ('done' in found) return found.done;
    const now = clock.now().getTime();
    if ((found.progress ?? 0) > best.progress) best = { progress: found.progress ?? 0, at: now };
    if (now - best.at + pauseSeconds * 1_000 > timeoutSeconds * 1_000) {
      throw new Error(failure(found.waitingFor));
    }
    if (said.text !== found.waitingFor || now - said.at >= repeatMilliseconds) {
      said = { text: found.waitingFor, at: now };
      status(`${found.waitingFor} (${Math.round((now - start) / 1_000)} s)`);
    }
    await clock.sleep(pauseSeconds * 1_000, signal);
  }
}
