// SPDX-License-Identifier: Apache-2.0
import type { Machine } from '../test/fake-go.ts';
import { makeMachine } from '../test/fake-go.ts';
import { ensureToolchain } from './ensure-toolchain.ts';
import { listTools } from './list-tools.ts';

let machine: Machine;
beforeEach(async () => (machine = await makeMachine()));
afterEach(() => machine.remove());

test('lists where each tool is or will be, and how long its build takes', async () => {
  const { env, cache } = machine;
  await ensureToolchain({ tools: ['kwok'], env });
  const lines = await listTools(['kwok', 'etcd'], env);
  expect(
    lines.map((line) => line.replaceAll(cache, '~').replace(/[0-9a-f]{16}$/, '<key>')),
  ).toEqual([
    'etcd  3.6.5  missing (0.5 min)  ~/toolchain/etcd-3.6.5-<key>',
    'kwok  0.7.0  cache              ~/toolchain/kwok-0.7.0-<key>',
  ]);
});
