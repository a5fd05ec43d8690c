// SPDX-License-Identifier: Apache-2.0
import { nearestName, suggestion } from './index.ts';

const known = ['pools', 'sizeGiB', 'LiveMigration', 'Snapshot'];

test.each([
  ['polls', 'pools'],
  ['LiveMigratoin', 'LiveMigration'],
  ['livemigration', 'LiveMigration'],
  ['size', 'sizeGiB'],
  ['snapshots', 'Snapshot'],
])('recognizes %s as %s', (written, meant) => {
  expect(nearestName(written, known)).toBe(meant);
});

test.each(['zzz', 'cluster', 'po'])('does not recognize %s', (written) => {
  expect(nearestName(written, known)).toBeUndefined();
});

test('two letters that are swapped are one mistake, in short names, too', () => {
  expect(nearestName('shpo', ['reports', 'shop'])).toBe('shop');
  expect(nearestName('bew', ['web'])).toBeUndefined();
  expect(nearestName('ewb', ['web'])).toBe('web');
});

test('prefers the nearer of two near names', () => {
  expect(nearestName('standard-3', ['standard-12', 'standard-2'])).toBe('standard-2');
});

test('suggests the near name, otherwise all names, otherwise says that there are none', () => {
  expect(suggestion('polls', known)).toBe('did you mean "pools"?');
  expect(suggestion('zzz', known)).toBe('known: pools, sizeGiB, LiveMigration, Snapshot');
  expect(suggestion('zzz', [])).toBe('there are none');
});
