// SPDX-License-Identifier: Apache-2.0
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { processName } from './process-name.ts';

test('names a process that runs, and none that has ended', async () => {
  const process = spawn('sleep', ['60']);
  const pid = process.pid ?? 0;
  while (processName(pid) !== 'sleep') await wait(10);
  process.kill();
  await once(process, 'exit');
  expect(processName(pid)).toBeUndefined();
});

test('a process that ends while it is looked at counts as ended', async () => {
  // Each of these ends while it is looked at again and again, some between two steps of one look.
  const script = 'for i in $(seq 40); do sleep 0.05 & echo $!; wait; done';
  const shell = spawn('sh', ['-c', script]);
  let ended = 0;
  shell.stdout.on('data', (printed: Buffer) => {
    for (const pid of printed.toString().trim().split('\n')) {
      while (processName(pid) !== undefined);
      ended += 1;
    }
  });
  await once(shell, 'close');
  expect(ended).toBe(40);
});
