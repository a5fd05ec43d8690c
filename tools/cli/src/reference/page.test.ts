// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { commandTable } from '../command-table.ts';
import { currentPage, pageFile } from './page.ts';
import { planLine } from './plan-line.ts';

test('docs/command-line.md says of every command what the table says', async () => {
  expect(readFileSync(pageFile, 'utf8')).toBe(await currentPage());
});

test.each(commandTable.flatMap(({ examples }) => [...examples]))(
  'the example "%s" can be typed',
  async (line) => {
    expect(Array.isArray(await planLine(line))).toBe(true);
  },
);
