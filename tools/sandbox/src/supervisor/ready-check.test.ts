// SPDX-License-Identifier: Apache-2.0
import { waitUntil } from './ready-check.ts';

const never = () => Promise.resolve(false);

test('waits until the check holds', async () => {
  let asked = 0;
  await waitUntil(() => Promise.resolve(++asked === 3), 'etcd', 5_000);
  expect(asked).toBe(3);
});

test('names what it waited for when the time is over', async () => {
  await expect(waitUntil(never, 'etcd', 0)).rejects.toThrow('etcd was not ready after 0 s');
});

test('stops waiting when there is no hope', async () => {
  const hopeless = () => 'keeps ending (exit code 1): no space left on device';
  await expect(waitUntil(never, 'etcd', 60_000, hopeless)).rejects.toThrow(
    'etcd keeps ending (exit code 1): no space left on device',
  );
});
