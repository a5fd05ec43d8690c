// SPDX-License-Identifier: Apache-2.0
import { parseRange } from '@strata/contracts';
import type { AddressRange } from '@strata/contracts';
import { addressText } from './address-text.ts';

/** Returns the part of a range that is before another range, and the part that is behind it. */
export function withoutRange(range: AddressRange, other: AddressRange): AddressRange[] {
  const isApart =
    range.family !== other.family || range.last < other.first || other.last < range.first;
  if (isApart) return [range];
  return [
    ...(range.first < other.first ? [{ ...range, last: other.first - 1n }] : []),
    ...(other.last < range.last ? [{ ...range, first: other.last + 1n }] : []),
  ];
}

/** Returns a range as `first-last`, or as the one address that it has. */
export function rangeText(range: AddressRange): string {
  const [first, last] = [addressText(range, range.first), addressText(range, range.last)];
  return first === last ? first : `${first}-${last}`;
}

/** Returns what is left of a range without others; a text that is no range is left as it is. */
export function rangesWithout(text: string, others: readonly string[]): string[] {
  const range = parseRange(text);
  if (range === undefined) return [text];
  let left = [range];
  for (const other of others.flatMap((one) => parseRange(one) ?? [])) {
    left = left.flatMap((one) => withoutRange(one, other));
  }
  const isWhole = left.some(({ first, last }) => first === range.first && last === range.last);
  return isWhole ? [text] : left.map(rangeText);
}
