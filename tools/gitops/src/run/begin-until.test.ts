// SPDX-License-Identifier: Apache-2.0
import { beginUntil } from './begin-until.ts';

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 27, 12, minutes));

test('stacks may begin until the minutes have passed', () => {
  let now = at(0);
  const inTime = beginUntil(10, () => now);
  now = new Date(at(10).getTime() - 1);
  expect(inTime()).toBeUndefined();
  now = at(10);
  expect(inTime()).toEqual({
    outcome: 'skipped',
    reason:
      'It was never begun: 10 minutes have passed, and its job would have been killed in the middle of it. Run the job again.',
  });
});

test('without a number of minutes, stacks may begin at any time', () => {
  let now = at(0);
  const inTime = beginUntil(undefined, () => now);
  now = at(10_000);
  expect(inTime()).toBeUndefined();
});
