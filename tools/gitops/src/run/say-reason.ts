// SPDX-License-Identifier: Apache-2.0

/** Maximal number of lines, because people do not read a whole page. */
const mostLines = 12;
const longestLine = 300;

/** Shortens the reasons of a failure to a few lines, none of them long. */
export function sayReason(parts: readonly string[]): string {
  const lines = parts
    .flatMap((part) => part.split('\n'))
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => (line.length > longestLine ? `${line.slice(0, longestLine - 1)}…` : line));
  if (lines.length <= mostLines) return lines.join('\n');
  // The last line says what to do.
  const first = lines.slice(0, mostLines - 2);
  const left = lines.length - first.length - 1;
  return [...first, `(${left} more lines)`, lines.at(-1) ?? ''].join('\n');
}
