// SPDX-License-Identifier: Apache-2.0
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SharedPlugin } from './shared-plugin.ts';

const root = mkdtempSync(join(tmpdir(), 'shared-plugin-'));
afterAll(() => rmSync(root, { recursive: true }));

/** Writes a program's Pulumi.yaml and returns its folder. */
function program(name: string, providers: string): string {
  const folder = join(root, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'Pulumi.yaml'), `name: ${name}\nplugins: {providers: ${providers}}\n`);
  return folder;
}

/** Writes a plug-in that runs a script of the shell, and returns the folder of a program with it. */
function programWith(name: string, script: string): string {
  mkdirSync(join(root, `plugin-${name}`));
  writeFileSync(join(root, `plugin-${name}/pulumi-resource-strata`), `#!/bin/sh\n${script}\n`, {
    mode: 0o755,
  });
  return program(name, `[{name: other, path: ../x}, {name: strata, path: ../plugin-${name}}]`);
}

const three = (folder: string) => [folder, folder, folder];
const env = { PATH: process.env.PATH, PULUMI_CONFIG_PASSPHRASE: 'hush', STRATA_BACKENDS: 'a=b' };

/** Waits until a file is there. */
async function appears(file: string): Promise<void> {
  while (!existsSync(file)) await sleep(5);
}

test('a plug-in runs until it is disposed of, and gets no secret', async () => {
  const said = join(root, 'said');
  const folder = programWith(
    'user-cluster',
    `echo "$* $(env | grep -c 'PASSPHRASE\\|STRATA_BACKENDS')" > ${said}; echo 4711; cat; touch ${said}.ended`,
  );
  const plugin = new SharedPlugin({ env, folders: three(folder), parallel: 2 });
  expect(plugin.variables()).toEqual({});
  await plugin.started;
  expect(plugin.variables()).toEqual({ PULUMI_DEBUG_PROVIDERS: 'strata:4711' });
  expect(readFileSync(said, 'utf8')).toBe('--shared 0\n');
  plugin[Symbol.dispose]();
  await appears(`${said}.ended`);
});

test('one that ends is no longer used', async () => {
  const go = join(root, 'go');
  const folder = programWith(
    'ends',
    `echo 4711; while [ ! -e ${go} ]; do sleep 0.02; done; exit 1`,
  );
  using plugin = new SharedPlugin({ env, folders: three(folder), parallel: 2 });
  await plugin.started;
  expect(plugin.variables()).toEqual({ PULUMI_DEBUG_PROVIDERS: 'strata:4711' });
  writeFileSync(go, '');
  while (Object.keys(plugin.variables()).length > 0) await sleep(5);
});

test.each<[string, () => readonly string[], NodeJS.ProcessEnv?]>([
  ['all stacks begin at once', () => three(programWith('few', 'echo 1; cat')).slice(1)],
  ['programs use another plug-in', () => three(program('other', '[{name: note, path: ../x}]'))],
  ['a program has no Pulumi.yaml', () => three(join(root, 'nothing'))],
  ['it cannot be started', () => three(program('lost', '[{name: strata, path: ../lost}]'))],
  ['it ends at once', () => three(programWith('broken', 'exit 1'))],
  [
    'somebody debugs plug-ins',
    () => three(programWith('debugged', 'echo 1; cat')),
    { ...env, PULUMI_DEBUG_PROVIDERS: 'strata:1' },
  ],
])('none is shared where %s', async (_, folders, own = env) => {
  using plugin = new SharedPlugin({ env: own, folders: folders(), parallel: 2 });
  await plugin.started;
  expect(plugin.variables()).toEqual({});
});
