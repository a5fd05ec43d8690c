// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path';
import { NoteRepository } from '../testing/note-stacks.ts';
import { PassphraseKeys } from './passphrase-keys.ts';
import { pulumi } from './pulumi-process.ts';

// Hands keys to the real engine, whose patch takes them.
jest.setTimeout(600_000);

const repository = new NoteRepository();
const names = ['prod.one', 'prod.two'];
const stacks = names.map((name) => ({
  environment: 'prod',
  file: `stacks/user-cluster/Pulumi.${name}.yaml`,
}));
beforeAll(() => {
  repository.addProgram('user-cluster');
  // Its output says whether the variable has reached it.
  repository.write(
    'packages/user-cluster/program.mjs',
    "export const variables = Object.keys(process.env).filter((name) => /PASSPHRASE_KEYS$/.test(name)).join();\nexport const isThere = 'PULUMI_CONFIG_PASSPHRASE' in process.env;\n",
  );
  for (const name of names) repository.configure(`user-cluster/${name}`, {});
});
afterAll(() => repository.remove());

const { signal } = new AbortController();
const run = (args: readonly string[], env: NodeJS.ProcessEnv) => {
  const cwd = join(repository.folder, 'packages/user-cluster');
  return pulumi(args, { cwd, env: { ...repository.env, ...env }, signal });
};

async function derived(): Promise<NodeJS.ProcessEnv> {
  const made = new PassphraseKeys({
    workspace: { root: repository.folder },
    env: repository.env,
    stacks,
    parallel: 1,
  });
  await made.done;
  return made.variables('prod');
}

test('the engine decrypts with a key that was derived before, whatever the passphrase is', async () => {
  const wrong = { PULUMI_CONFIG_PASSPHRASE: 'not the passphrase' };
  await run(['stack', 'init', 'prod.one'], {});
  const get = ['config', 'get', 'word', '--stack', 'prod.one'];
  const refused = await run(get, wrong);
  expect(refused.code).not.toBe(0);
  expect(refused.stderr).toContain('incorrect passphrase');
  const { code, stdout } = await run(get, { ...wrong, ...(await derived()) });
  expect([code, stdout.trim()]).toEqual([0, 'canary-secret-of-config']);
});

test('programs do not get the keys', async () => {
  const env = await derived();
  expect(Object.keys(env)).toEqual(['PULUMI_CONFIG_PASSPHRASE_KEYS']);
  const up = ['up', '--yes', '--skip-preview', '--stack', 'prod.one'];
  expect((await run(up, env)).code).toBe(0);
  const { stdout } = await run(['stack', 'output', '--json', '--stack', 'prod.one'], {});
  expect(JSON.parse(stdout)).toEqual({ isThere: true, variables: '' });
});
