// SPDX-License-Identifier: Apache-2.0
import { recordedWork } from '../testing/index.ts';
import { waitFor } from './patience.ts';

/** Waits until the given look, and returns the seconds at which it looked. */
async function looksAt(looks: number, pauseSeconds: number): Promise<readonly number[]> {
  const work = recordedWork();
  const start = work.clock.now().getTime();
  const at: number[] = [];
  const look = () => {
    at.push((work.clock.now().getTime() - start) / 1_000);
    return Promise.resolve(
      at.length === looks ? { done: at.length } : { waitingFor: 'it is not there' },
    );
  };
  await waitFor(look, { timeoutSeconds: 60, pauseSeconds }, work, String);
  return at;
}

test('looks again soon at first, and later at the interval', async () => {
  expect(await looksAt(8, 3)).toEqual([0, 0.1, 0.3, 0.7, 1.5, 3.1, 6.1, 9.1]);
  expect(await looksAt(6, 1)).toEqual([0, 0.1, 0.3, 0.7, 1.5, 2.5]);
});

test('a wait ends with its last look within the time limit, and does not sleep until the limit', async () => {
  const work = recordedWork();
  const start = work.clock.now().getTime();
  const waiting = waitFor(
    () => Promise.resolve({ waitingFor: 'it is not there' }),
    { timeoutSeconds: 4, pauseSeconds: 3 },
    work,
    (reason) => `not ready: ${reason}`,
  );
  await expect(waiting).rejects.toThrow('not ready: it is not there');
  expect((work.clock.now().getTime() - start) / 1_000).toBe(3.1);
});
