// SPDX-License-Identifier: Apache-2.0
import {
  isOpen,
  longestClosedDays,
  maintenanceWindow,
  nextOpening,
  windowWords,
} from './windows.ts';

const timeZone = 'Europe/Berlin';
const office = maintenanceWindow.parse({
  days: ['Mon', 'Tue', 'Wed', 'Thu'],
  from: '09:00',
  to: '16:00',
  timeZone,
});
const night = maintenanceWindow.parse({ days: ['Sat'], from: '22:30', to: '04:00', timeZone });

// In November Berlin is one hour ahead of UTC. The 26th is a Thursday.
test.each([
  ['2026-11-26T08:00:00Z', [office], true],
  ['2026-11-26T07:59:59Z', [office], false],
  ['2026-11-26T14:59:59Z', [office], true],
  ['2026-11-26T15:00:00Z', [office], false],
  ['2026-11-27T10:00:00Z', [office], false],
  ['2026-11-28T21:30:00Z', [office, night], true],
  ['2026-11-29T02:59:00Z', [office, night], true],
  ['2026-11-29T03:00:00Z', [office, night], false],
  ['2026-11-30T02:00:00Z', [office, night], false],
  // In July it is two hours ahead.
  ['2026-07-02T07:00:00Z', [office], true],
  ['2026-07-02T14:00:00Z', [office], false],
  ['2026-11-27T10:00:00Z', [], true],
])('at %s of %j it is %s that a deployment may begin', (now, windows, expected) => {
  expect(isOpen(windows, new Date(now))).toBe(expected);
});

test('says when the next window opens', () => {
  const friday = new Date('2026-11-27T10:00:00Z');
  expect(nextOpening([office], friday)).toBe('Mon 2026-11-30 09:00 (Europe/Berlin)');
  expect(nextOpening([office, night], friday)).toBe('Sat 2026-11-28 22:30 (Europe/Berlin)');
  expect(nextOpening([], friday)).toBeUndefined();
});

test('says a window in words', () => {
  const daily = maintenanceWindow.parse({ from: '10:00', to: '10:00', timeZone: 'UTC' });
  expect([office, night, daily].map(windowWords)).toEqual([
    'Mon, Tue, Wed, Thu 09:00 to 16:00 (Europe/Berlin)',
    'Sat 22:30 to 04:00 of the next day (Europe/Berlin)',
    'every day 10:00 to 10:00 of the next day (UTC)',
  ]);
});

test('a window is every day unless it names days', () => {
  const daily = maintenanceWindow.parse({ from: '10:00', to: '10:00', timeZone: 'UTC' });
  expect(daily.days).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']);
  expect(isOpen([daily], new Date('2026-11-26T09:59:00Z'))).toBe(true);
  expect(longestClosedDays([daily])).toBe(0);
});

test('finds the longest time without an open window', () => {
  expect(longestClosedDays([])).toBe(0);
  // From Thursday 16:00 to Monday 09:00, an hour longer when clocks are put back.
  expect(longestClosedDays([office])).toBeCloseTo(3 + 18 / 24, 5);
  // From Thursday 16:00 to Saturday 22:30, where clocks are changed on the Sunday.
  expect(longestClosedDays([office, night])).toBeCloseTo(2 + 6.5 / 24, 5);
});
