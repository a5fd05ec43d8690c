// SPDX-License-Identifier: Apache-2.0
import { tableText } from './table-text.ts';

test('columns are as wide as their widest cell, and no line ends in spaces', () => {
  expect(
    tableText(
      ['name', 'free'],
      [
        ['a-long-name', '1'],
        ['b', ''],
      ],
    ),
  ).toBe('NAME         FREE\na-long-name  1\nb');
});
