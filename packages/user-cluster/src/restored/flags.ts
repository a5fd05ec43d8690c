// SPDX-License-Identifier: Apache-2.0

/** Returns flags as programs in Go take them. */
export function flagsOf(flags: Readonly<Record<string, string>>): string[] {
  return Object.entries(flags).map(([name, value]) => `--${name}=${value}`);
}
