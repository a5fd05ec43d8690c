// SPDX-License-Identifier: Apache-2.0

/** Seconds of the units of Go's durations. */
const unitSeconds: Readonly<Record<string, number>> = { h: 3600, m: 60, s: 1, ms: 0.001 };

/** Returns the seconds of a duration such as `1h30m`; undefined for another text. */
export function durationSeconds(text: string): number | undefined {
  if (text === '0') return 0;
  if (!/^(\d+(\.\d+)?(ms|h|m|s))+$/.test(text)) return undefined;
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|h|m|s)/g)];
  return parts.reduce((sum, [, count, unit = '']) => {
    return sum + Number(count) * (unitSeconds[unit] ?? 0);
  }, 0);
}

/**
 * Returns the seconds of a duration.
 *
 * @param title - of the object, for errors.
 * @throws Error when the text is no duration.
 */
export function checkedDuration(
  title: string,
  key: string,
  text: string | undefined,
): number | undefined {
  const seconds = text === undefined ? undefined : durationSeconds(text);
  if (text === undefined || seconds !== undefined) return seconds;
  throw new Error(`${title}: ${key} is "${text}", which is no duration.`);
}
