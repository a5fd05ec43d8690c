// SPDX-License-Identifier: Apache-2.0
import { killSchedule, operations, victims } from './kill-schedule.ts';

test('a seed stands for the same kills every time, and another one for others', () => {
  expect(killSchedule(3, 7)).toEqual(killSchedule(3, 7));
  expect(killSchedule(3, 7)).not.toEqual(killSchedule(3, 8));
  expect(killSchedule(9, 7).slice(0, 3)).toEqual(killSchedule(3, 7));
});

test('the operations follow one another as in the life of a cluster', () => {
  const done = killSchedule(6, 1).map(({ number, operation }) => `${number} ${operation}`);
  expect(done).toEqual(['1 create', '2 roll', '3 upgrade', '4 destroy', '5 create', '6 roll']);
});

test('after 24 kills every operation has met every victim once', () => {
  const met = killSchedule(24, 5).map(({ operation, victim }) => `${operation} ${victim}`);
  const all = operations.flatMap((operation) => victims.map((victim) => `${operation} ${victim}`));
  expect(met.toSorted()).toEqual(all.toSorted());
});

test('moments and choices are parts of a whole', () => {
  for (const { part, pick } of killSchedule(200, 3)) {
    expect(part).toBeGreaterThanOrEqual(0);
    expect(part).toBeLessThanOrEqual(1);
    expect(pick).toBeGreaterThanOrEqual(0);
    expect(pick).toBeLessThanOrEqual(1);
  }
});
