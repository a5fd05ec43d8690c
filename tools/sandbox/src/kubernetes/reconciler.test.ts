// SPDX-License-Identifier: Apache-2.0
import { setTimeout as sleep } from 'node:timers/promises';
import { Reconciler } from './reconciler.ts';

test('runs exactly one more pass after triggers during a pass, and never two at once', async () => {
  let running = 0;
  let most = 0;
  let passes = 0;
  const reconciler = new Reconciler(
    async () => {
      running += 1;
      most = Math.max(most, running);
      passes += 1;
      await sleep(5);
      running -= 1;
    },
    () => undefined,
  );
  reconciler.trigger();
  reconciler.trigger();
  reconciler.trigger();
  await sleep(40);
  await reconciler.stop();
  expect({ passes, most }).toEqual({ passes: 2, most: 1 });
});

test('runs the next pass after the current one when it is triggered before the first wait', async () => {
  let passes = 0;
  const reconciler: Reconciler = new Reconciler(
    () => {
      passes += 1;
      if (passes === 1) {
        reconciler.trigger();
        expect(passes).toBe(1);
      }
      return Promise.resolve();
    },
    (error) => {
      throw error;
    },
  );
  reconciler.trigger();
  await sleep(20);
  await reconciler.stop();
  expect(passes).toBe(2);
});

test('reports a failed pass and tries again', async () => {
  const errors: string[] = [];
  let passes = 0;
  const done = Promise.withResolvers<undefined>();
  const reconciler = new Reconciler(
    () => {
      passes += 1;
      if (passes === 1) return Promise.reject(new Error('no answer'));
      done.resolve(undefined);
      return Promise.resolve();
    },
    (error) => errors.push(error.message),
  );
  reconciler.trigger();
  await done.promise;
  await reconciler.stop();
  expect(errors).toEqual(['no answer']);
});

test('runs nothing after stop', async () => {
  let passes = 0;
  const reconciler = new Reconciler(
    () => {
      passes += 1;
      return Promise.resolve();
    },
    () => undefined,
  );
  await reconciler.stop();
  reconciler.trigger();
  await sleep(5);
  expect(passes).toBe(0);
});
