// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { showChange } from './show-change.ts';
import { showMistake } from './show-checks.ts';

const root = resolve(import.meta.dirname, '../../..');

/** Returns the lines that the README shows under a heading of the tour. */
function shownUnder(heading: string): string[] {
  const lines = readFileSync(join(root, 'README.md'), 'utf8').split('\n');
  const begin = lines.indexOf(`==> ${heading}`) + 1;
  const end = lines.findIndex((line, index) => index >= begin && (line === '' || line === '```'));
  return begin === 0 ? [] : lines.slice(begin, end);
}

test.each([
  ['What they say when somebody makes a mistake', 3, showMistake],
  ['What they say of a change: two machines more in production', 10, showChange],
] as const)('the README shows lines as the tour prints them: %s', async (heading, count, show) => {
  const shown = shownUnder(heading);
  const printed = (await show(root)).map((line) => `  ${line}`);
  expect(shown).toHaveLength(count);
  expect(shown.filter((line) => !printed.includes(line))).toEqual([]);
});
