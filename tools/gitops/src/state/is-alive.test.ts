// SPDX-License-Identifier: Apache-2.0
import { processName } from '@strata/testing';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { isAlive } from './is-alive.ts';

test('a process that has ended is not alive, even if its parent has not reaped it', async () => {
  // The shell becomes a program that never waits for its child. Until then it may still do so.
  const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60']);
  const [line] = (await once(parent.stdout, 'data')) as [Buffer];
  const child = Number(line.toString());
  while (processName(parent.pid ?? 0) !== 'sleep') await wait(10);
  expect(isAlive(child)).toBe(true);
  process.kill(child, 'SIGKILL');
  while (isAlive(child)) await wait(10);
  // Its process entry still exists.
  expect(process.kill(child, 0)).toBe(true);
  parent.kill();
  await once(parent, 'close');
  expect(isAlive(parent.pid ?? 0)).toBe(false);
  expect(isAlive(process.pid)).toBe(true);
});
