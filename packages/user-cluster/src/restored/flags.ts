// SPDX-License-Identifier: Apache-2.0

/** Returns flags as programs in Go take them; those that are undefined are left out. */
export function flagsOf(flags: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(flags).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}=${value}`],
  );
}
