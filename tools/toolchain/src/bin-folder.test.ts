// SPDX-License-Identifier: Apache-2.0
import { lstat, readdir, readlink, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Machine } from '../test/fake-go.ts';
import { makeMachine } from '../test/fake-go.ts';
import { ensureBinFolder } from './bin-folder.ts';
import { ensureToolchain } from './ensure-toolchain.ts';
import { ToolchainError } from './toolchain-error.ts';

let machine: Machine;
beforeEach(async () => (machine = await makeMachine()));
afterEach(() => machine.remove());

test('holds only the binaries that are called by name, whatever else the toolchain has', async () => {
  const { env } = machine;
  const tools = ['pulumi', 'pulumi-language-nodejs', 'kubernetes', 'etcd'] as const;
  const toolchain = await ensureToolchain({ tools, env });
  const folder = await ensureBinFolder(toolchain, env);
  expect(folder.slice(machine.cache.length)).toMatch(/^\/bin-[0-9a-f]{16}$/);
  expect((await readdir(folder)).sort()).toEqual(['kubectl', 'pulumi', 'pulumi-language-nodejs']);
  // Not symlinks: Pulumi looks for its language host beside its real executable.
  const { ino } = await stat(toolchain.get('pulumi', 'pulumi').path);
  expect((await lstat(join(folder, 'pulumi'))).ino).toBe(ino);
  expect(await ensureBinFolder(toolchain, env)).toBe(folder);
});

test('links to a binary found on PATH, so that the binary keeps the files beside it', async () => {
  const { env, bin } = machine;
  await writeFile(join(bin, 'etcd'), '#!/bin/sh\necho etcd Version: 3.6.6\n', { mode: 0o755 });
  const toolchain = await ensureToolchain({ tools: ['etcd'], env });
  const folder = await ensureBinFolder(toolchain, env, ['etcd']);
  expect(await readlink(join(folder, 'etcd'))).toBe(join(bin, 'etcd'));
});

test("holds Strata's pulumi, whichever other pulumi is on PATH", async () => {
  const { env, bin } = machine;
  await writeFile(join(bin, 'pulumi'), '#!/bin/sh\necho v3.259.0\n', { mode: 0o755 });
  await writeFile(join(bin, 'pulumi-language-nodejs'), '#!/bin/sh\n', { mode: 0o755 });
  const tools = ['pulumi', 'pulumi-language-nodejs'] as const;
  const toolchain = await ensureToolchain({ tools, env });
  expect(toolchain.binaries.map(({ binary, source }) => [binary, source])).toEqual([
    ['pulumi', 'cache'],
    ['pulumi-language-nodejs', 'cache'],
  ]);
  const folder = await ensureBinFolder(toolchain, env);
  const { ino } = await stat(toolchain.get('pulumi', 'pulumi').path);
  expect((await lstat(join(folder, 'pulumi'))).ino).toBe(ino);
});

test('makes another folder for another choice of names', async () => {
  const { env } = machine;
  const toolchain = await ensureToolchain({ tools: ['etcd', 'kubernetes'], env });
  const folders = [
    await ensureBinFolder(toolchain, env),
    await ensureBinFolder(toolchain, env, ['etcd', 'kubectl']),
  ];
  expect(await Promise.all(folders.map((folder) => readdir(folder)))).toEqual([
    ['kubectl'],
    ['etcd', 'kubectl'],
  ]);
});

test('refuses a binary name that tools of two releases share', async () => {
  const { env } = machine;
  const toolchain = await ensureToolchain({ tools: ['kubernetes', 'kubernetes-1.34'], env });
  expect(await readdir(await ensureBinFolder(toolchain, env))).toEqual(['kubectl']);
  await expect(ensureBinFolder(toolchain, env, ['kube-apiserver'])).rejects.toThrow(
    new ToolchainError(
      'kube-apiserver is in kubernetes and kubernetes-1.34: resolve only one of them.',
    ),
  );
});
