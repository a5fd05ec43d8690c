// SPDX-License-Identifier: Apache-2.0
import { Progress } from './progress.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test('a step is told when it begins, and every 15 seconds while it lasts', () => {
  const lines: string[] = [];
  const progress = new Progress((line) => lines.push(line));
  progress.tell('reading');
  jest.advanceTimersByTime(31_000);
  progress.tell('comparing');
  jest.advanceTimersByTime(14_000);
  expect(progress.step).toBe('comparing');
  progress.end();
  jest.advanceTimersByTime(60_000);
  expect(lines).toEqual(['reading ...', 'reading ... 15 s', 'reading ... 30 s', 'comparing ...']);
});
