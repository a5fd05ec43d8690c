// SPDX-License-Identifier: Apache-2.0
import type { ProcessStat } from '@strata/toolchain/process-stat';
import { ProcessTree } from './process-tree.ts';

const process = (pid: number, parent: number, more: Partial<ProcessStat> = {}): ProcessStat => ({
  pid,
  parent,
  command: 'a',
  state: 'S',
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
