// SPDX-License-Identifier: Apache-2.0
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withLock } from './instance-lock.ts';
import { instanceAt } from './instance.ts';

const dir = mkdtempSync(join(tmpdir(), 'lock-'));
afterAll(() => rmSync(dir, { recursive: true }));
const instance = instanceAt('test', dir);

test('rejects a second command while the first one works', async () => {
  await withLock(instance, async () => {
    await expect(withLock(instance, () => Promise.resolve())).rejects.toThrow(
      `Another command (process ${process.pid}) is changing sandbox test: wait until it is done.`,
    );
  });
  expect(existsSync(instance.lockFile)).toBe(false);
});

test('takes over the lock of a command that was killed', async () => {
  writeFileSync(instance.lockFile, '4194304');
  expect(await withLock(instance, () => Promise.resolve('done'))).toBe('done');
});

test('releases the lock when the work fails', async () => {
  const failing = withLock(instance, () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  expect(existsSync(instance.lockFile)).toBe(false);
});
