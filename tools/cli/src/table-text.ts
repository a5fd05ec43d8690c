// SPDX-License-Identifier: Apache-2.0

/** Rows below headings, in columns as wide as they need to be. */
export function tableText(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [headings.map((heading) => heading.toUpperCase()), ...rows].map(line).join('\n');
}
