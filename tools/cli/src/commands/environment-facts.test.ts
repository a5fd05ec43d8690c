// SPDX-License-Identifier: Apache-2.0
import { withUnread } from './environment-facts.ts';

test('an answer without a file that cannot be read names it, and fails', () => {
  const answer = { text: 'shop', json: ['shop'] };
  expect(withUnread(answer, {})).toEqual(answer);
  expect(withUnread(answer, { unread: ['a.yaml: is no YAML: b'] })).toEqual({
    text: 'shop',
    json: ['shop'],
    notes: ['not in this answer: a.yaml: is no YAML: b'],
    failed: true,
  });
});
