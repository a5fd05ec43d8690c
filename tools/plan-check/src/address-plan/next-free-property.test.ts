// SPDX-License-Identifier: Apache-2.0
import { contains, overlaps, parseRange } from '@strata/contracts';
import type { AddressRange } from '@strata/contracts';
import { nextFreeBlock, nextFreeNumber } from './next-free.ts';

/** Returns a generator of the same numbers in every run, so that failures are reproducible. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const ipv4 = (value: number) =>
  [24, 16, 8, 0].map((shift) => String((value >>> shift) & 255)).join('.');

/** The base of 10.0.0.0/20, where trying every block is quick. */
const base = 10 * 2 ** 24;

function parsed(text: string): AddressRange {
  const range = parseRange(text);
  if (range === undefined) throw new Error(text);
  return range;
}

/** Finds a free block by trying every block of the size, from the first address on. */
function slowly(
  ranges: readonly string[],
  prefix: number,
  taken: readonly string[],
): string | undefined {
  const size = 2 ** (32 - prefix);
  for (const range of ranges) {
    for (let start = base; start < base + 4096; start += size) {
      const text = `${ipv4(start)}/${prefix}`;
      const fits = contains(parsed(range), parsed(text));
      if (fits && !taken.some((one) => overlaps(parsed(one), parsed(text)))) return text;
    }
  }
  return undefined;
}

function world(seed: number) {
  const below = numbersFrom(seed);
  const range = (longest: number) => {
    const first = below(4000);
    return `${ipv4(base + first)}-${ipv4(base + Math.min(4095, first + below(longest)))}`;
  };
  return {
    prefix: 24 + below(9),
    ranges: Array.from({ length: 1 + below(3) }, () => range(1500)),
    taken: Array.from({ length: below(12) }, () => range(300)),
  };
}

test('finds the same block as trying each one, in 300 generated plans', () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const { prefix, ranges, taken } = world(seed);
    const block = nextFreeBlock(ranges, prefix, taken);
    expect({ seed, block }).toEqual({ seed, block: slowly(ranges, prefix, taken) });
  }
});

test('never assigns anything twice, and stops only when nothing is left', () => {
  for (let seed = 1; seed <= 20; seed += 1) {
    const { ranges } = world(seed);
    const given: string[] = [];
    for (
      let next = nextFreeBlock(ranges, 28, given);
      next !== undefined;
      next = nextFreeBlock(ranges, 28, given)
    ) {
      given.push(next);
    }
    expect(new Set(given).size).toBe(given.length);
    expect(slowly(ranges, 28, given)).toBeUndefined();
    const clashes = given.filter((one, index) =>
      given.slice(0, index).some((other) => overlaps(parsed(one), parsed(other))),
    );
    expect(clashes).toEqual([]);
  }
});

test('assigns the smallest free number', () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const below = numbersFrom(seed);
    const first = below(50);
    const last = first + below(20);
    const taken = Array.from({ length: below(30) }, () => below(80));
    const all = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    expect(nextFreeNumber({ first, last }, taken)).toBe(all.find((one) => !taken.includes(one)));
  }
});
