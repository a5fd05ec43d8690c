// SPDX-License-Identifier: Apache-2.0

/** Text as one word of a POSIX shell. */
export function quoted(value: string): string {
  return `'${value.replaceAll("'", "'\\''")}'`;
}
