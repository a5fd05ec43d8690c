// SPDX-License-Identifier: Apache-2.0
// Adds to jest-light-runner what it lacks of Jest and tests here use: time limits of tests and hooks,
// jest.setTimeout, and fake timers that let promises settle.
import { ModernFakeTimers } from '@jest/fake-timers';
import { addEventHandler, getState } from 'jest-circus';
import { createRequire } from 'node:module';

const { testTimeout } = createRequire(import.meta.url)('../../jest.preset.cjs');
const { setTimeout, clearTimeout } = globalThis;

/** Limits that files have set for themselves, in milliseconds, by the root of their tests. */
const limits = new WeakMap();

/** Returns a function that does the same, and rejects after `limit` milliseconds. */
const within = (limit, run) => async () => {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Exceeded timeout of ${limit} ms`)), limit);
  });
  try {
    return await Promise.race([run(), late]);
  } finally {
    clearTimeout(timer);
  }
};

const lists = { add_test: 'children', add_hook: 'hooks' };

addEventHandler(({ name }, { currentDescribeBlock, rootDescribeBlock }) => {
  const added = currentDescribeBlock[lists[name]]?.at(-1);
  if (added?.fn === undefined) return;
  added.fn = within(added.timeout ?? limits.get(rootDescribeBlock) ?? testTimeout, added.fn);
});

const timers = new ModernFakeTimers({
  config: { fakeTimers: { enableGlobally: true } },
  global: globalThis,
});

Object.assign(globalThis.jest, {
  setTimeout: (limit) => limits.set(getState().rootDescribeBlock, limit),
  useFakeTimers: () => timers.useFakeTimers(),
  useRealTimers: () => timers.useRealTimers(),
  setSystemTime: (time) => timers.setSystemTime(time),
  advanceTimersByTime: (milliseconds) => timers.advanceTimersByTime(milliseconds),
  advanceTimersByTimeAsync: (milliseconds) => timers.advanceTimersByTimeAsync(milliseconds),
});
