// SPDX-License-Identifier: Apache-2.0
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Machine } from '../test/fake-go.ts';
import { makeMachine } from '../test/fake-go.ts';
import { checkToolchain } from './check-toolchain.ts';
import { ensureToolchain } from './ensure-toolchain.ts';

let machine: Machine;
beforeEach(async () => (machine = await makeMachine()));
afterEach(() => machine.remove());

const tools = ['etcd', 'metallb'] as const;
const free = (mebibytes: number) => () => Promise.resolve(mebibytes);

/** Returns the checks; paths of this machine are shortened. */
async function check(mebibytes: number) {
  const { env, home } = machine;
  const found = await checkToolchain({ tools, env, freeSpace: free(mebibytes), cores: 2 });
  return JSON.parse(JSON.stringify(found).replaceAll(home, '~')) as typeof found;
}

const needed =
  'free where about 1.5 GB will be written (GOMODCACHE ~/gomodcache, GOCACHE ~/gocache, ' +
  'STRATA_CACHE_DIR ~/cache/toolchain)';
const diskFix = 'free some, or set one of these variables to a larger disk';
const goFix = 'install Go 1.26 or newer (https://go.dev/dl) and put its bin folder first on PATH';

test('lists, for a complete machine, what it has and which tools are to be built', async () => {
  expect(await check(10_240)).toEqual({
    checks: [
      { what: 'Go', found: 'go1.26.8' },
      { what: 'disk', found: `10.0 GB ${needed}` },
    ],
    missing: ['etcd', 'metallb'],
    duration: 'about 2 min',
  });
});

test('reports an old Go and a full disk together', async () => {
  await machine.setGo({ version: 'go1.25.12' });
  const usual =
    'free where about 1.5 GB will be written (GOMODCACHE ~/go/pkg/mod, GOCACHE ' +
    '~/.cache/go-build, STRATA_CACHE_DIR ~/cache/toolchain)';
  expect((await check(1_024)).checks).toEqual([
    { what: 'Go', found: 'go1.25.12, which is older than Go 1.26', fix: goFix },
    { what: 'disk', found: `1.0 GB ${usual}`, fix: diskFix },
  ]);
});

test('counts all tools as missing when there is no Go', async () => {
  await rm(join(machine.bin, 'go'));
  const { checks, missing } = await check(10_240);
  expect(checks[0]).toEqual({ what: 'Go', found: 'missing', fix: goFix });
  expect(missing).toEqual(['etcd', 'metallb']);
});

test('asks for no disk space when the tools are built', async () => {
  await ensureToolchain({ tools, env: machine.env, freeSpace: free(10_240) });
  expect(await check(0)).toEqual({
    checks: [{ what: 'Go', found: 'go1.26.8' }],
    missing: [],
    duration: 'about 1 min',
  });
});
