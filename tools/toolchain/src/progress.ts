// SPDX-License-Identifier: Apache-2.0

/** Sink for the progress of a long task. */
export interface Report {
  /** Prints a line that stays. */
  readonly line: (text: string) => void;
  /**
   * Shows what is going on now. Callers call it every second; the report decides how often it is
   * shown.
   */
  readonly status: (text: string) => void;
}

/** Stream that a console report writes to. */
export interface Console {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write: (text: string) => unknown;
}

const quietMs = 15_000;
const clearLine = '\r\u001b[K';

/**
 * Returns a report that replaces the status in place on a terminal. Elsewhere (CI) it prints a
 * status line every 15 s, so that a long build never looks hung.
 */
export function consoleReport(
  stream: Console = process.stderr,
  now: () => number = Date.now,
): Report {
  let spoken = now();
  if (stream.isTTY) {
    return {
      line: (text) => stream.write(`${clearLine}${text}\n`),
      status: (text) => {
        const width = (stream.columns ?? 80) - 1;
        stream.write(`${clearLine}${text.slice(0, width)}`);
      },
    };
  }
  const line = (text: string) => {
    spoken = now();
    stream.write(`${text}\n`);
  };
  return { line, status: (text) => (now() - spoken >= quietMs ? line(text) : undefined) };
}

/** Report that prints nothing. */
export const silentReport: Report = { line: () => undefined, status: () => undefined };

/** Formats a duration, such as `45s`, `3m12s` or `1h02m`. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  const pad = (value: number) => String(value).padStart(2, '0');
  if (seconds < 60) return `${seconds}s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m${pad(seconds % 60)}s`;
  return `${Math.floor(seconds / 3600)}h${pad(Math.floor((seconds % 3600) / 60))}m`;
}
