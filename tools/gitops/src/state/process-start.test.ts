// SPDX-License-Identifier: Apache-2.0
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { processStart } from './process-start.ts';

test('a process has started when it was started, or up to a second earlier', async () => {
  const before = Date.now();
  const child = spawn('sleep', ['60']);
  await once(child, 'spawn');
  const started = processStart(child.pid ?? 0) ?? 0;
  // The kernel counts hundredths of a second.
  expect(started).toBeGreaterThan(before - 1_020);
  expect(started).toBeLessThanOrEqual(Date.now());
  child.kill();
  await once(child, 'close');
});

test('a process that does not exist has no start', () => {
  expect(processStart(4_194_305)).toBeUndefined();
});
