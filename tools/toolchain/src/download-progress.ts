// SPDX-License-Identifier: Apache-2.0
import type { Report } from './progress.ts';
import { formatDuration } from './progress.ts';

const tickMs = 1_000;

/** Formats bytes as megabytes, such as `98.2 MB`. */
export const megabytes = (bytes: number) => `${(bytes / 1024 ** 2).toFixed(1)} MB`;

/** State of a download. */
export interface DownloadState {
  readonly elapsedMs: number;
  readonly received: number;
  /** Undefined where the server does not state it. */
  readonly size: number | undefined;
}

/** Returns what has come and how long the rest takes at the pace so far. */
export function describeDownload({ elapsedMs, received, size }: DownloadState): string {
  const elapsed = formatDuration(elapsedMs);
  if (size === undefined) return `${elapsed}; ${megabytes(received)} downloaded`;
  const of = `${elapsed}; ${megabytes(received).slice(0, -3)} of ${megabytes(size)} downloaded`;
  if (received === 0) return of;
  return `${of}, about ${formatDuration((elapsedMs * (size - received)) / received)} left`;
}

/** Turns the pieces of a download into one status line a second. */
export interface DownloadProgress {
  readonly onBytes: (received: number, size: number | undefined) => void;
  /** Shows this text from now on, such as `unpacking`. */
  readonly setActivity: (text: string) => void;
  readonly elapsedMs: () => number;
  readonly stop: () => void;
}

/**
 * Starts the clock of one download.
 *
 * @param label such as `[3/12] kubernetes 1.35.4`.
 */
export function startDownloadProgress(label: string, report: Report): DownloadProgress {
  const begin = Date.now();
  const elapsedMs = () => Date.now() - begin;
  let received = 0;
  let size: number | undefined;
  let activity: string | undefined = 'waiting for the server';
  const timer = setInterval(() => {
    const elapsed = elapsedMs();
    const state =
      activity === undefined
        ? describeDownload({ elapsedMs: elapsed, received, size })
        : `${formatDuration(elapsed)}; ${activity}`;
    report.status(`${label}: ${state}`);
  }, tickMs);
  return {
    onBytes: (bytes, whole) => {
      activity = undefined;
      received = bytes;
      size = whole;
    },
    setActivity: (text) => (activity = text),
    elapsedMs,
    stop: () => clearInterval(timer),
  };
}
