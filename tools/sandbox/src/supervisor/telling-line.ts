// SPDX-License-Identifier: Apache-2.0

/**
 * Patterns of a line that names the cause, the most certain first; a stack trace after it says
 * little.
 */
const signs = [/no space left on device/i, /^panic: /, /fatal|permission denied/i, /error|failed/i];

/** Number of characters at the end of a log that are searched. */
const window = 20_000;

/** Returns the line of a log that most likely says why the program ended. */
export function tellingLine(log: string): string {
  const lines = log.slice(-window).trimEnd().split('\n');
  const found = signs
    .map((sign) => lines.findLast((line) => sign.test(line)))
    .find((line) => line !== undefined);
  return (found ?? lines.at(-1) ?? '').trim().slice(0, 300);
}
