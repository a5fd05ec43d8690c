// SPDX-License-Identifier: Apache-2.0
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { NoteRepository } from '../testing/note-stacks.ts';
import { pulumi } from './pulumi-process.ts';
import { SharedPlugin } from './shared-plugin.ts';

// Several real engines use one process of the real plug-in of keys.
jest.setTimeout(600_000);

const repository = new NoteRepository();
const folder = join(repository.folder, 'packages/user-cluster');
const ownPlugin = join(import.meta.dirname, '../../../../packages/strata-provider/plugin');
const stack = ['--stack', 'prod.one'];

const write = (path: string, bytes: number) => {
  repository.addProgram('user-cluster', `{name: strata, path: ${path}}`);
  repository.write(
    'packages/user-cluster/program.mjs',
    `import { RandomKey } from '@strata/strata-provider';\nnew RandomKey('key', { bytes: ${bytes} });\n`,
  );
};

const { signal } = new AbortController();
const run = (args: readonly string[], env: NodeJS.ProcessEnv) =>
  pulumi([...args, ...stack], { cwd: folder, env: { ...repository.env, ...env }, signal });

beforeAll(() => repository.configure('user-cluster/prod.one', {}));
afterAll(() => repository.remove());

test('previews and checks of several stacks at once use the one that runs, which changes nothing', async () => {
  write(ownPlugin, 32);
  expect((await run(['stack', 'init'], {})).code).toBe(0);
  expect((await run(['up', '--yes', '--skip-preview'], {})).code).toBe(0);
  using plugin = new SharedPlugin({
    env: repository.env,
    folders: [folder, folder],
    parallel: 1,
  });
  await plugin.started;
  const shared = plugin.variables();
  expect(Object.keys(shared)).toEqual(['PULUMI_DEBUG_PROVIDERS']);
  // One that an engine starts itself ends at once.
  repository.write('broken/pulumi-resource-strata', '#!/bin/sh\nexit 1\n');
  chmodSync(join(repository.folder, 'broken/pulumi-resource-strata'), 0o755);
  write('../../broken', 32);
  const check = ['refresh', '--preview-only', '--expect-no-changes'];
  expect((await run(check, {})).code).not.toBe(0);
  const looks = [check, check, ['preview', '--expect-no-changes']];
  const all = await Promise.all(looks.map((args) => run(args, shared)));
  expect(all.map(({ code }) => code)).toEqual([0, 0, 0]);
  write('../../broken', 64);
  const { code, stderr, stdout } = await run(['up', '--yes', '--skip-preview'], shared);
  expect(code).not.toBe(0);
  expect(stdout + stderr).toContain('several engines share this plugin, which changes nothing');
});
