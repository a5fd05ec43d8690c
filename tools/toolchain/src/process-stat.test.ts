// SPDX-License-Identifier: Apache-2.0
import { parseStat, statOf } from './process-stat.ts';

const line =
  '4711 (a) b (c) Z 4710 1 1 0 -1 4194560 1 0 0 0 250 50 0 0 20 0 8 0 123456 999 5120 1 1 1';

test('reads the right fields when a name has brackets and spaces', () => {
  expect(parseStat(line)).toEqual({
    pid: 4711,
    command: 'a) b (c',
    state: 'Z',
    parent: 4710,
    startedAt: 123456,
    cpuSeconds: 3,
    residentMiB: 20,
  });
});

test('knows this process, and none that does not exist', () => {
  expect(statOf(process.pid)).toMatchObject({ pid: process.pid, parent: process.ppid });
  expect(statOf(4_194_305)).toBeUndefined();
});
