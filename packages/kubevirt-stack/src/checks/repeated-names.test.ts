// SPDX-License-Identifier: Apache-2.0
import { repeatedNames } from './repeated-names.ts';

const named = (...names: readonly string[]) => names.map((name) => ({ name }));
const problem = (index: number, name: string) => ({
  path: ['metallb', 'pools', index, 'name'],
  message: `"${name}" exists already; choose another`,
});

test('each name that an earlier entry has is reported at the later one', () => {
  expect(repeatedNames('metallb.pools', named('a', 'b'))).toEqual([]);
  expect(repeatedNames('metallb.pools', named('a', 'b', 'a', 'a'))).toEqual([
    problem(2, 'a'),
    problem(3, 'a'),
  ]);
});

test('a name that somebody else has is taken', () => {
  expect(repeatedNames('metallb.pools', named('b', 'a'), named('a', 'c'))).toEqual([
    problem(1, 'a'),
  ]);
});
