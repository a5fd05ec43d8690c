// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { instanceAt } from '../instance.ts';
import { wasInterrupted } from './interrupted-update.ts';

const dir = mkdtempSync(join(tmpdir(), 'locks-'));
afterAll(() => rmSync(dir, { recursive: true }));
const instance = instanceAt('test', dir);
const stack = { program: 'infra', stack: 'sandbox' };
const locks = join(instance.pulumiStateDir, '.pulumi/locks/organization/infra/sandbox');

function lockedBy(pid: number): void {
  mkdirSync(locks, { recursive: true });
  writeFileSync(join(locks, 'one.json'), JSON.stringify({ pid, username: 'root' }));
}

test('a stack without a lock was not interrupted', () => {
  expect(wasInterrupted(instance, stack)).toBe(false);
});

test('an operation whose end is not on record means a cancelled update', () => {
  const states = join(instance.pulumiStateDir, '.pulumi/stacks/infra');
  const record = (operations: object[]) => {
    const latest = { pending_operations: operations };
    writeFileSync(join(states, 'sandbox.json'), JSON.stringify({ checkpoint: { latest } }));
  };
  mkdirSync(states, { recursive: true });
  record([{ type: 'creating' }]);
  expect(wasInterrupted(instance, stack)).toBe(true);
  record([]);
  expect(wasInterrupted(instance, stack)).toBe(false);
});

test('the lock of a process that is gone means an interrupted update', () => {
  lockedBy(4_194_304);
  expect(wasInterrupted(instance, stack)).toBe(true);
});

test('the lock of a living process is respected', () => {
  lockedBy(process.pid);
  expect(() => wasInterrupted(instance, stack)).toThrow(
    `Another update of infra/sandbox is running (process ${process.pid}): wait until it is done.`,
  );
});
