// SPDX-License-Identifier: Apache-2.0

/**
 * Returns the numbers of a version such as `v1.35.4` or `24.04`; a part that is no number counts as
 * 0.
 */
function numbersOf(version: string): number[] {
  return version
    .replace(/^v/, '')
    .split(/[.+-]/)
    .map((part) => (/^\d+$/.test(part) ? Number(part) : 0));
}

/**
 * Compares versions, as far as the second one is exact: `1.35.4` and `1.35` are equal.
 *
 * @returns less than 0 if the first is older, more if it is newer.
 */
export function compareVersions(version: string, other: string): number {
  const [one, two] = [numbersOf(version), numbersOf(other)];
  for (const [index, number] of two.entries()) {
    const difference = (one[index] ?? 0) - number;
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Returns `1.35` for `1.35.4` or `v1.35.4`. */
export function minorOf(version: string): string {
  return version.replace(/^v/, '').split('.').slice(0, 2).join('.');
}

/** Returns 35 for `1.35.4`. */
export function minorNumber(version: string): number {
  return numbersOf(version)[1] ?? 0;
}

/** Returns how many minors the first version is ahead of the second. */
export function minorsAhead(version: string, other: string): number {
  return minorNumber(version) - minorNumber(other);
}

/** Returns `1.36` for `1.35.4`. */
export function nextMinor(version: string): string {
  return `${numbersOf(version)[0] ?? 0}.${minorNumber(version) + 1}`;
}
