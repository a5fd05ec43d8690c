// SPDX-License-Identifier: Apache-2.0
import type { Machine } from '../test/fake-go.ts';
import { makeMachine } from '../test/fake-go.ts';
import { tableAt } from '../test/release-server.ts';
import { ensureToolchain } from './ensure-toolchain.ts';
import { listTools } from './list-tools.ts';

let machine: Machine;
beforeEach(async () => (machine = await makeMachine()));
afterEach(() => machine.remove());

test('lists which missing tools will be downloaded', async () => {
  const env = { ...machine.env, STRATA_TOOLS: 'auto' };
  const releases = tableAt('https://releases.example', 'f'.repeat(64));
  const lines = await listTools(['etcd'], env, releases);
  expect(
    lines.map((line) => line.replace(machine.cache, '~').replace(/[0-9a-f]{16}$/, 'K')),
  ).toEqual(['etcd  3.6.5  missing (download)  ~/toolchain/etcd-3.6.5-K']);
});

test('lists where each tool is or will be, and how long its build takes', async () => {
  const { env, cache } = machine;
  await ensureToolchain({ tools: ['kwok'], env });
  const lines = await listTools(['kwok', 'etcd'], env);
  expect(
    lines.map((line) => line.replaceAll(cache, '~').replace(/[0-9a-f]{16}$/, '<key>')),
  ).toEqual([
    'etcd  3.6.5  missing (0.5 min)  ~/toolchain/etcd-3.6.5-<key>',
    'kwok  0.7.0  cache, built       ~/toolchain/kwok-0.7.0-<key>',
  ]);
});
