// SPDX-License-Identifier: Apache-2.0
import { parseStat, ProcessTree } from './process-tree.ts';
import type { ProcessStat } from './process-tree.ts';

const line =
  '4711 (a) b (c) S 4710 1 1 0 -1 4194560 1 0 0 0 250 50 0 0 20 0 8 0 123456 999 5120 1 1 1';

test('reads the right fields when a name has brackets and spaces', () => {
  expect(parseStat(line)).toEqual({
    pid: 4711,
    command: 'a) b (c',
    parent: 4710,
    startedAt: 123456,
    cpuSeconds: 3,
    residentMiB: 20,
  });
});

const process = (pid: number, parent: number, more: Partial<ProcessStat> = {}): ProcessStat => ({
  pid,
  parent,
  command: 'a',
  startedAt: pid,
  cpuSeconds: 1,
  residentMiB: 10,
  ...more,
});

test('the peak is the largest sum at one time, and the time is that of all processes', () => {
  const tree = new ProcessTree(10);
  tree.sample([process(1, 0), process(10, 1), process(11, 10), process(12, 11)]);
  tree.sample([process(10, 1, { cpuSeconds: 5 }), process(13, 10)]);
  expect(tree.peakMiB).toBe(30);
  expect(tree.cpuSeconds).toBe(5 + 1 + 1 + 1);
});

test('returns the CPU time by the names of programs', () => {
  const tree = new ProcessTree(10);
  tree.sample([process(10, 1), process(11, 10, { command: 'b' }), process(12, 10)]);
  expect(tree.cpuByCommand).toEqual({ a: 2, b: 1 });
});

test('includes a process whose parent has ended, but not another process with a reused pid', () => {
  const tree = new ProcessTree(10);
  tree.sample([process(10, 1), process(11, 10)]);
  tree.sample([process(10, 1), process(11, 1, { cpuSeconds: 3 })]);
  expect(tree.cpuSeconds).toBe(4);
  tree.sample([process(10, 1), process(11, 1, { startedAt: 99, cpuSeconds: 100 })]);
  expect(tree.cpuSeconds).toBe(4);
});
