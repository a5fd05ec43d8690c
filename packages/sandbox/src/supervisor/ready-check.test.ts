// SPDX-License-Identifier: Apache-2.0
import { waitUntil } from './ready-check.ts';

const never = () => Promise.resolve(false);

test('it waits as long as the check does not hold', async () => {
  let asked = 0;
  await waitUntil(() => Promise.resolve(++asked === 3), 'etcd', 5_000);
  expect(asked).toBe(3);
});

test('what was waited for is named when the time is over', async () => {
  await expect(waitUntil(never, 'etcd', 0)).rejects.toThrow('etcd was not ready after 0 s');
});

test('nobody waits for what cannot come', async () => {
  const hopeless = () => 'keeps ending (exit code 1): no space left on device';
  await expect(waitUntil(never, 'etcd', 60_000, hopeless)).rejects.toThrow(
    'etcd keeps ending (exit code 1): no space left on device',
  );
});
