// SPDX-License-Identifier: Apache-2.0
import { leastProcessorSeconds } from './processor-seconds.ts';

const waitMs = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

function useProcessor(seconds: number): void {
  const start = process.cpuUsage().user;
  while (process.cpuUsage().user - start < seconds * 1e6);
}

test('counts the time of the processor, not that of the clock', () => {
  expect(leastProcessorSeconds(() => waitMs(500)).seconds).toBeLessThan(0.4);
  expect(leastProcessorSeconds(() => useProcessor(0.1)).seconds).toBeGreaterThanOrEqual(0.1);
});

test('the quickest of three runs counts', () => {
  const wanted = [0.6, 0.01, 0.6];
  const measured = leastProcessorSeconds(() => {
    const seconds = wanted.shift() ?? 0;
    useProcessor(seconds);
    return seconds;
  });
  expect(wanted).toEqual([]);
  expect(measured.result).toBe(0.01);
  expect(measured.seconds).toBeLessThan(0.6);
});
