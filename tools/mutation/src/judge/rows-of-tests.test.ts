// SPDX-License-Identifier: Apache-2.0
import { taggedCalls } from './rows-of-tests.ts';

// Split, because this file proves none of these rows.
const tag = '// Proves:';
const text = `test('no tag', () => {});
${tag} disks.all
describe('disks', () => {
  ${tag} disks.growth
  test('grow', () => {
    expect(1).toBe(1);
  });
});
`;

test('a test proves its own rows and those of the block around it', () => {
  const { at, rows } = taggedCalls(text);
  expect(at(1)).toEqual([]);
  expect(at(3)).toEqual(['disks.all']);
  expect(at(6)).toEqual(['disks.all', 'disks.growth']);
  expect(rows).toEqual(['disks.all', 'disks.growth']);
});
