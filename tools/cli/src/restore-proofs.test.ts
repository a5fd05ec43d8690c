// SPDX-License-Identifier: Apache-2.0
import { proofWords } from './restore-proofs.ts';

const proof = { time: '2026-05-02T09:00:00.000Z', verdict: 'restorable' as const };

test.each([
  ['2026-05-02T10:00:00Z', {}, 'today'],
  ['2026-05-03T09:00:00Z', {}, '1 day ago'],
  ['2026-06-02T09:00:00Z', {}, '31 days ago'],
  ['2026-05-05T08:00:00Z', { verdict: 'broken' as const }, 'broken, 2 days ago'],
])('at %s a proof of 2 May is told by its age %j', (now, change, words) => {
  expect(proofWords({ ...proof, ...change }, Date.parse(now))).toBe(words);
});

test('no proof is no age', () => {
  expect(proofWords(undefined, 0)).toBe('no');
});
