// SPDX-License-Identifier: Apache-2.0
import { setTimeout as sleep } from 'node:timers/promises';
import { stopOnSignal } from './stop-on-signal.ts';
import { StoppedError } from './toolchain-error.ts';

const { exitCode } = process;
afterEach(() => (process.exitCode = exitCode));

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)('%s aborts the work; the exit code is %i', async (name, code) => {
  const work = stopOnSignal((signal) => sleep(60_000, undefined, { signal }));
  process.emit(name);
  await expect(work).rejects.toThrow(new StoppedError());
  expect(process.exitCode).toBe(code);
});

test('work that ends by itself leaves no handler', async () => {
  const before = process.listenerCount('SIGINT');
  const during = stopOnSignal(() => Promise.resolve(process.listenerCount('SIGINT')));
  expect(await during).toBe(before + 1);
  await expect(stopOnSignal(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(process.listenerCount('SIGINT')).toBe(before);
});
