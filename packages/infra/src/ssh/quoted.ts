// SPDX-License-Identifier: Apache-2.0

/** Returns text quoted as one word of a POSIX shell. */
export function quoted(value: string): string {
  return `'${value.replaceAll("'", "'\\''")}'`;
}
