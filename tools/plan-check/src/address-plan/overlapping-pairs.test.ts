// SPDX-License-Identifier: Apache-2.0
import { overlaps, parseRange } from '@strata/contracts';
import type { AddressRange } from '@strata/contracts';
import { overlappingPairs } from './overlapping-pairs.ts';

/** Returns a generator of the same numbers in every run, so that failures are reproducible. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

interface Named {
  readonly name: number;
  readonly range: AddressRange;
}

/** Compares every range with every other: slow, but obviously right. */
function slowly(claims: readonly Named[]): string[] {
  return claims
    .flatMap((one, index) =>
      claims
        .slice(index + 1)
        .filter((other) => overlaps(one.range, other.range))
        .map((other) => `${one.name} ${other.name}`),
    )
    .sort();
}

function fast(claims: readonly Named[]): string[] {
  return overlappingPairs(claims)
    .map(([one, other]) => `${Math.min(one.name, other.name)} ${Math.max(one.name, other.name)}`)
    .sort();
}

test('finds the same pairs as comparing each with each, in 500 generated sets', () => {
  for (let seed = 1; seed <= 500; seed += 1) {
    const below = numbersFrom(seed);
    const claims = Array.from({ length: below(40) }, (_, name): Named => {
      const first = BigInt(below(200));
      const family = below(4) === 0 ? 'ipv6' : 'ipv4';
      return { name, range: { family, first, last: first + BigInt(below(30)) } };
    });
    expect({ seed, pairs: fast(claims) }).toEqual({ seed, pairs: slowly(claims) });
  }
});

test('adjacent ranges do not overlap, equal ranges do', () => {
  const claims = ['10.0.0.0/25', '10.0.0.128/25', '10.0.0.128/25'].flatMap((text, name) => {
    const range = parseRange(text);
    return range === undefined ? [] : [{ name, range }];
  });
  expect(fast(claims)).toEqual(['1 2']);
  expect(overlappingPairs([])).toEqual([]);
});
