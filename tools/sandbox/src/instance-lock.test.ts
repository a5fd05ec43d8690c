// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withLock } from './instance-lock.ts';
import { instanceAt } from './instance.ts';

let dir: string;
beforeEach(() => (dir = mkdtempSync(join(tmpdir(), 'lock-'))));
afterEach(() => rmSync(dir, { recursive: true }));
const lock = <T>(work: () => Promise<T>) => withLock(instanceAt('test', dir), work);

test('rejects a second command while the first one works', async () => {
  await lock(async () => {
    await expect(lock(() => Promise.resolve())).rejects.toThrow(
      `Another command (process ${process.pid}) is changing sandbox test: wait until it is done.`,
    );
  });
  expect(readdirSync(dir)).toEqual([]);
});

test('takes over the lock of a command that was killed, whose process id another process has', async () => {
  await lock(() => {
    const [own = ''] = readdirSync(dir);
    const killed = own.replace(/^(lock\.building-\d+)-\d+-/, '$1-1-');
    expect(killed).not.toBe(own);
    mkdirSync(join(dir, killed));
    return Promise.resolve();
  });
  expect(await lock(() => Promise.resolve(readdirSync(dir).length))).toBe(1);
});

test('of commands that begin at the same moment, one works at a time', async () => {
  let working = 0;
  const work = async () => {
    working += 1;
    expect(working).toBe(1);
    await sleep(20);
    working -= 1;
    return 'done';
  };
  const results = await Promise.allSettled([lock(work), lock(work)]);
  expect(results.some(({ status }) => status === 'fulfilled')).toBe(true);
  for (const result of results) {
    if (result.status === 'rejected') {
      expect((result.reason as Error).message).toMatch(/^Another command \(process \d+\)/);
    }
  }
});

test('releases the lock when the work fails', async () => {
  await expect(lock(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(readdirSync(dir)).toEqual([]);
});
