// SPDX-License-Identifier: Apache-2.0
import { canary, givesAway, hidden } from './secret-texts.ts';

test.each(['', 'a', 'ab', 'abc'])(
  'a secret behind "%s" is found in plain text and in base64',
  (before) => {
    const text = `${before}${canary} and more`;
    expect(givesAway(text)).toBe(true);
    expect(givesAway(Buffer.from(text).toString('base64'))).toBe(true);
  },
);

test('finds no canary in a text without secrets', () => {
  expect(givesAway(canary.slice(1))).toBe(false);
  expect(givesAway(Buffer.from('anything else').toString('base64'))).toBe(false);
  expect(hidden(`before ${canary} after`)).toBe('before [secret] after');
});
