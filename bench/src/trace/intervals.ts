// SPDX-License-Identifier: Apache-2.0

/** Time between two moments, in milliseconds. */
export interface Interval {
  readonly begin: number;
  readonly end: number;
}

/**
 * Returns the same time as intervals in order, none of which touch.
 *
 * @param gap - closes gaps up to this length.
 */
export function merged(intervals: readonly Interval[], gap = 0): readonly Interval[] {
  const result: { begin: number; end: number }[] = [];
  for (const { begin, end } of intervals.toSorted((a, b) => a.begin - b.begin)) {
    if (end <= begin) continue;
    const last = result.at(-1);
    if (last !== undefined && begin <= last.end + gap) last.end = Math.max(last.end, end);
    else result.push({ begin, end });
  }
  return result;
}

/** Returns the time of the first ones in which none of the others are. */
export function without(
  intervals: readonly Interval[],
  others: readonly Interval[],
): readonly Interval[] {
  const taken = merged(others);
  return merged(intervals).flatMap(({ begin, end }) => {
    const left: Interval[] = [];
    let from = begin;
    for (const other of taken) {
      if (other.end <= from || other.begin >= end) continue;
      left.push({ begin: from, end: other.begin });
      from = other.end;
    }
    left.push({ begin: from, end });
    return left.filter((one) => one.end > one.begin);
  });
}

/** Returns the part of the time that lies within an interval. */
export function within(intervals: readonly Interval[], { begin, end }: Interval) {
  return intervals
    .map((one) => ({ begin: Math.max(begin, one.begin), end: Math.min(end, one.end) }))
    .filter((one) => one.end > one.begin);
}

/** Returns the length of the time; what overlaps counts once. */
export function lengthOf(intervals: readonly Interval[]): number {
  return merged(intervals).reduce((sum, { begin, end }) => sum + end - begin, 0);
}
