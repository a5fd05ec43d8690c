// SPDX-License-Identifier: Apache-2.0
import type { ResolvedBinary, Toolchain } from '@strata/toolchain';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rackEnvironment } from './environment.ts';
import { instanceAt } from './instance.ts';

const { STRATA_CACHE_DIR: before } = process.env;
const folder = mkdtempSync(join(tmpdir(), 'environment-'));
beforeAll(() => (process.env.STRATA_CACHE_DIR = folder));
afterAll(() => {
  if (before === undefined) delete process.env.STRATA_CACHE_DIR;
  else process.env.STRATA_CACHE_DIR = before;
  rmSync(folder, { recursive: true });
});

function toolchain(): Toolchain {
  const path = join(folder, 'program');
  writeFileSync(path, '#!/bin/sh\n', { mode: 0o755 });
  const get: Toolchain['get'] = (tool, binary): ResolvedBinary => ({
    tool,
    binary,
    version: '1.0.0',
    path,
    source: 'path',
  });
  return { binaries: [], get };
}

test('programs in the rack ask no proxy outside, which cannot be reached from there', async () => {
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'].flatMap((name) => [
    name,
    name.toLowerCase(),
  ]);
  const proxies = Object.fromEntries(names.map((name) => [name, 'http://proxy.example.org:3128']));
  const own = { ...proxies, EDITOR: 'ed', NO_PROXY: 'localhost' };
  const env = await rackEnvironment(instanceAt('test', join(folder, 'test')), toolchain(), own);
  expect(Object.keys(env).filter((name) => names.includes(name))).toEqual([]);
  expect(env).toMatchObject({ EDITOR: 'ed', NO_PROXY: 'localhost' });
});

test('commands in the rack have the own variables, but no backend and passphrase of a real environment', async () => {
  const env = await rackEnvironment(instanceAt('test', join(folder, 'test')), toolchain(), {
    EDITOR: 'ed',
    STRATA_BACKENDS: 'prod=s3://states',
    STRATA_PASSPHRASES: 'prod=secret',
    PULUMI_CONFIG_PASSPHRASE: 'other',
  });
  expect(env).toMatchObject({
    EDITOR: 'ed',
    PULUMI_BACKEND_URL: `file://${folder}/test/pulumi?metadata=skip`,
    PULUMI_CONFIG_PASSPHRASE: 'sandbox',
  });
  expect(env).not.toHaveProperty('STRATA_BACKENDS');
  expect(env).not.toHaveProperty('STRATA_PASSPHRASES');
});
