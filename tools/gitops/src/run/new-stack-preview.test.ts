// SPDX-License-Identifier: Apache-2.0
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { NoteRepository } from '../testing/note-stacks.ts';

// Runs the real engine and CLI: a full preview of a new stack, by a user who may only read the
// states.

const repository = new NoteRepository();
const reader = `
import * as pulumi from '@pulumi/pulumi';
class Note extends pulumi.CustomResource {
  constructor(name, args) { super('note:index:Note', name, args); }
}
const config = new pulumi.Config();
const infra = new pulumi.StackReference('organization/infra/prod');
const text = infra.requireOutput('said');
new Note('a', { file: config.require('folder') + '/a', text });
text.apply((said) => { if (said !== 'by infra') throw new Error('infra said ' + said); });
`;

beforeAll(async () => {
  repository.addProgram('infra');
  repository.addProgram('user-cluster');
  repository.write(
    'packages/infra/program.mjs',
    "import * as pulumi from '@pulumi/pulumi';\nexport const said = 'by infra';\nexport const key = new pulumi.Config().requireSecret('word');\n",
  );
  repository.write('packages/user-cluster/program.mjs', reader);
  repository.configure('infra/prod', {});
  repository.configure('user-cluster/prod.shop', {});
  repository.commit();
  await repository.run('up', ['infra/prod']);
});
afterAll(() => repository.remove());

/** Returns all files in the backend, with the times of their last change. */
function backend(): Record<string, number> {
  const files = readdirSync(repository.state, { recursive: true, encoding: 'utf8' });
  return Object.fromEntries(
    ['.', ...files].map((file) => [file, lstatSync(join(repository.state, file)).mtimeMs]),
  );
}

test('reads the outputs of the stacks below, and writes nothing to the backend', async () => {
  const before = backend();
  const { code, reports, stderr } = await repository.run('preview', ['user-cluster/prod.shop']);
  expect([code, reports[0]?.outcome, stderr]).toEqual([0, 'changed', expect.any(String)]);
  expect(reports[0]?.counts).toMatchObject({ create: 1 });
  expect(backend()).toEqual(before);
});

test('each environment has a backend of its own, and no stack reads that of another', async () => {
  const { PULUMI_BACKEND_URL = '', PULUMI_CONFIG_PASSPHRASE = '', ...rest } = repository.env;
  const only = (environment: string) => ({
    ...rest,
    STRATA_BACKENDS: `${environment}=${PULUMI_BACKEND_URL}`,
    STRATA_PASSPHRASES: `${environment}=${PULUMI_CONFIG_PASSPHRASE}`,
  });
  const named = await repository.runAs(only('prod'), 'preview', ['user-cluster/prod.shop']);
  expect([named.code, named.reports[0]?.outcome]).toEqual([0, 'changed']);
  const other = await repository.runAs(only('test'), 'preview', ['user-cluster/prod.shop']);
  expect([other.code, other.reports[0]?.reason]).toEqual([
    1,
    'STRATA_BACKENDS does not say where the states of "prod" are: add prod=URL, or run this where they may be read',
  ]);
});

test('a direct Pulumi command also uses the backend of its stack', async () => {
  const { code, stdout } = await repository.gitops(
    'pulumi',
    '--stack',
    'infra/prod',
    '--',
    'stack',
    'output',
    '--json',
  );
  expect([code, JSON.parse(stdout)]).toEqual([0, { said: 'by infra', key: '[secret]' }]);
});
