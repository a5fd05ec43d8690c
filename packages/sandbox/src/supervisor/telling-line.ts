// SPDX-License-Identifier: Apache-2.0

/** Signs of the cause, the surest first; a stack trace that follows it says little. */
const signs = [/no space left on device/i, /^panic: /, /fatal|permission denied/i, /error|failed/i];

/** How much of the end of a log is looked at, in characters. */
const window = 20_000;

/** The line of a log that most likely says why the program ended. */
export function tellingLine(log: string): string {
  const lines = log.slice(-window).trimEnd().split('\n');
  const found = signs
    .map((sign) => lines.findLast((line) => sign.test(line)))
    .find((line) => line !== undefined);
  return (found ?? lines.at(-1) ?? '').trim().slice(0, 300);
}
