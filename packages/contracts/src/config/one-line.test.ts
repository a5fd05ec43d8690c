// SPDX-License-Identifier: Apache-2.0
import { oneLine, printableLine } from './one-line.ts';

test.each([
  ['plain words, "quotes" and umlauts: äöü 😀', 'plain words, "quotes" and umlauts: äöü 😀'],
  ['two\nlines', 'two\\nlines'],
  ['\u001b[2Jgone\u0000', '\\u001b[2Jgone\\u0000'],
  ['\u202Ederovnu \u0085 \u2028 \ufeff', '\\u202ederovnu \\u0085 \\u2028 \\ufeff'],
  ['half a letter: \ud83d', 'half a letter: \\ud83d'],
])('prints %j as %s', (text, printed) => {
  expect(oneLine(text)).toBe(printed);
  expect(printableLine(text)).toBe(printed);
});

test('cuts off a text that is too long for a message', () => {
  expect(oneLine('x'.repeat(1_000))).toBe('x'.repeat(1_000));
  expect(oneLine('x'.repeat(1_001))).toBe(`${'x'.repeat(1_000)}...`);
  expect(printableLine('x'.repeat(1_001))).toBe('x'.repeat(1_001));
});
