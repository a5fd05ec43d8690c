// SPDX-License-Identifier: Apache-2.0

const texts = [
  '',
  'a',
  'spec',
  'ä',
  '€',
  '😀',
  'x'.repeat(127),
  'x'.repeat(128),
  '0',
  '10',
  '9',
  '\n"',
];
const numbers = [0, -0, 1, -1, 0.1, 2 ** 53, -1e300, Infinity, NaN];

/** Returns objects as they travel in a Struct, the same for the same random numbers from 0 to 1. */
export function randomStruct(random: () => number, depth = 4): Record<string, unknown> {
  const below = (count: number) => Math.floor(random() * count);
  const pick = <T extends number | string>(from: readonly T[]) =>
    from[below(from.length)] ?? from[0];
  const value = (left: number): unknown => {
    const kinds = left > 0 ? 6 : 4;
    switch (below(kinds)) {
      case 0:
        return null;
      case 1:
        return random() < 0.5;
      case 2:
        return pick(numbers);
      case 3:
        return pick(texts);
      case 4:
        return Array.from({ length: below(4) }, () => value(left - 1));
      default:
        return randomStruct(random, left - 1);
    }
  };
  const struct: Record<string, unknown> = {};
  for (let left = below(5); left > 0; left -= 1) struct[String(pick(texts))] = value(depth);
  return struct;
}
