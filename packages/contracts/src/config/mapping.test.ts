// SPDX-License-Identifier: Apache-2.0
import { isMapping, valueAt } from './mapping.ts';

test.each([
  [{}, true],
  [{ pools: [] }, true],
  [[], false],
  [null, false],
  ['pools', false],
])('%j is a mapping: %s', (value, expected) => {
  expect(isMapping(value)).toBe(expected);
});

test('a path leads through mappings and lists, and only to what is in them', () => {
  const value = { pools: [{ name: 'md-a' }] };
  expect(valueAt(value, ['pools', 0, 'name'])).toBe('md-a');
  expect(valueAt(value, [])).toBe(value);
  expect(valueAt(value, ['pools', 1, 'name'])).toBeUndefined();
  expect(valueAt(value, ['pools', 0, 'name', 0])).toBeUndefined();
  expect(valueAt(value, ['constructor'])).toBeUndefined();
});
