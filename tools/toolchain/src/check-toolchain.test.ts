// SPDX-License-Identifier: Apache-2.0
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Machine } from '../test/fake-go.ts';
import { makeMachine } from '../test/fake-go.ts';
import { tableAt } from '../test/release-server.ts';
import type { CheckOptions } from './check-toolchain.ts';
import { checkToolchain } from './check-toolchain.ts';
import { ensureToolchain } from './ensure-toolchain.ts';

let machine: Machine;
beforeEach(async () => (machine = await makeMachine()));
afterEach(() => machine.remove());

const tools = ['etcd', 'metallb'] as const;
const free = (mebibytes: number) => () => Promise.resolve(mebibytes);

/** Returns the checks; paths of this machine are shortened. */
async function check(mebibytes: number, options: CheckOptions = {}) {
  const { env, home } = machine;
  const usual = { tools, env, freeSpace: free(mebibytes), cores: 2 };
  const found = await checkToolchain({ ...usual, ...options });
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
    downloads: [],
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

test('reports a cache that cannot be written', async () => {
  const env = { ...machine.env, STRATA_CACHE_DIR: '/dev/null/strata' };
  expect((await check(10_240, { env })).checks.at(-1)).toEqual({
    what: 'cache',
    found: '/dev/null/strata/toolchain cannot be written (ENOTDIR)',
    fix: 'set STRATA_CACHE_DIR to a folder that you may write to',
  });
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
    downloads: [],
    duration: 'about 1 min',
  });
});

const releases = tableAt('https://releases.example', 'f'.repeat(64));
const auto = () => ({ ...machine.env, STRATA_TOOLS: 'auto' });
const downloads = { what: 'downloads', found: 'etcd 3.6.5: about 0.1 GB' };

test('counts what is downloaded neither as time of builds nor as disk of Go', async () => {
  expect(await check(10_240, { env: auto(), releases })).toEqual({
    checks: [
      { what: 'Go', found: 'go1.26.8' },
      downloads,
      {
        what: 'disk',
        // 200, 790 and 65 MiB of metallb, 65 more while it is linked, 30 and 100 of etcd.
        found:
          '10.0 GB free where about 1.2 GB will be written (GOMODCACHE ~/gomodcache, GOCACHE ' +
          '~/gocache, STRATA_CACHE_DIR ~/cache/toolchain)',
      },
    ],
    missing: ['etcd', 'metallb'],
    downloads: ['etcd'],
    duration: 'about 1 min',
  });
});

test('does not ask for Go where nothing is built', async () => {
  await rm(join(machine.bin, 'go'));
  expect(await check(10_240, { env: auto(), releases, tools: ['etcd'] })).toEqual({
    checks: [
      { what: 'Go', found: 'missing; not needed, nothing has to be built' },
      downloads,
      {
        what: 'disk',
        found:
          '10.0 GB free where about 0.1 GB will be written (STRATA_CACHE_DIR ~/cache/toolchain)',
      },
    ],
    missing: ['etcd'],
    downloads: ['etcd'],
    duration: 'about 1 min',
  });
});

test('asks for Go where one tool of several is built', async () => {
  await rm(join(machine.bin, 'go'));
  const { checks, ...rest } = await check(10_240, { env: auto(), releases });
  expect(checks.slice(0, 2)).toEqual([{ what: 'Go', found: 'missing', fix: goFix }, downloads]);
  expect(rest).toEqual({
    missing: ['etcd', 'metallb'],
    downloads: ['etcd'],
    duration: 'about 1 min',
  });
});

test('plans no downloads with STRATA_TOOLS=build, with Go and without', async () => {
  expect((await check(10_240, { releases })).downloads).toEqual([]);
  await rm(join(machine.bin, 'go'));
  expect((await check(10_240, { releases })).downloads).toEqual([]);
});
