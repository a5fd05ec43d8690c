// SPDX-License-Identifier: Apache-2.0
import type { Report } from './progress.ts';
import { formatDuration } from './progress.ts';

const tickMs = 1_000;

/** Turns Go's output into one status line per second. */
export interface BuildProgress {
  /** Accepts one line that Go wrote to standard error. */
  readonly onLine: (line: string) => void;
  /** Sets the number of packages that the binaries consist of. */
  readonly setTotal: (packages: number) => void;
  /** Shows this text as the current activity until Go prints its next line. */
  readonly setActivity: (text: string) => void;
  readonly elapsedMs: () => number;
  readonly stop: () => void;
}

/**
 * Starts the clock of one tool's build.
 *
 * @param label such as `[3/12] kubernetes 1.35.4`.
 * @param left - returns the time that all builds still need, such as `about 20 min`, after this
 * build has run for the given seconds.
 */
export function startBuildProgress(
  label: string,
  report: Report,
  left: (seconds: number) => string,
): BuildProgress {
  const begin = Date.now();
  let downloads = 0;
  let packages = 0;
  let total = 0;
  let activity = 'reading its modules';
  const elapsedMs = () => Date.now() - begin;
  const timer = setInterval(() => {
    const elapsed = elapsedMs();
    const rest = left(elapsed / 1_000);
    report.status(`${label}: ${formatDuration(elapsed)}, ${rest} left; ${activity}`);
  }, tickMs);
  return {
    onLine: (line) => {
      const [, module] = /^go: downloading (\S+)/.exec(line) ?? [];
      if (module) {
        downloads += 1;
        activity = `module ${downloads} downloading (${module})`;
      } else if (/^[\w.~-]+(\/[\w.~-]+)*$/.test(line)) {
        packages += 1;
        // Packages in Go's build cache are not compiled again, so the total is never exceeded.
        activity = `${packages} of at most ${total} packages compiled (${line})`;
      }
    },
    setTotal: (count) => {
      total = count;
      activity = `compiling up to ${count} packages`;
    },
    setActivity: (text) => (activity = text),
    elapsedMs,
    stop: () => clearInterval(timer),
  };
}
