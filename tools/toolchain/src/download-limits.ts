// SPDX-License-Identifier: Apache-2.0
import { DownloadError } from './download-error.ts';
import { formatDuration } from './progress.ts';

/** How long a download may take, in milliseconds. */
export interface DownloadLimits {
  /** From one byte to the next, and until the server answers. */
  readonly silence: number;
  /** In all. */
  readonly whole: number;
}

export const usualLimits: DownloadLimits = { silence: 30_000, whole: 20 * 60_000 };

/** Clock of one download. */
export interface DownloadClock {
  /** Aborted with a DownloadError when a limit is reached, or with the reason of the outer signal. */
  readonly signal: AbortSignal;
  /** Records that bytes have come. */
  readonly heard: () => void;
  readonly stop: () => void;
}

/**
 * Starts the clock of the download of `url`.
 *
 * @param outer - Signal that stops the download for other reasons.
 */
export function startClock(
  url: string,
  { silence, whole }: DownloadLimits,
  outer: AbortSignal | undefined,
): DownloadClock {
  const controller = new AbortController();
  const end = (why: string) => () => controller.abort(new DownloadError(`${url} ${why}`));
  const quiet = setTimeout(end(`sent nothing for ${formatDuration(silence)}`), silence);
  const late = setTimeout(end(`was not complete after ${formatDuration(whole)}`), whole);
  return {
    signal: AbortSignal.any([controller.signal, ...(outer ? [outer] : [])]),
    heard: () => void quiet.refresh(),
    stop: () => {
      clearTimeout(quiet);
      clearTimeout(late);
    },
  };
}
