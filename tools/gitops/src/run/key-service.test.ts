// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { FakeVault } from '../testing/fake-vault.ts';
import { NoteRepository } from '../testing/note-stacks.ts';

// Runs the real engine and CLI with a key service.

const repository = new NoteRepository();
const vault = new FakeVault();
const file = 'stacks/infra/Pulumi.prod.yaml';
const text = stringify({
  secretsprovider: 'hashivault://strata-prod',
  encryptedkey: FakeVault.encryptedKey(Buffer.alloc(32, 1)),
  config: { 'infra:word': 'a' },
});

beforeAll(async () => {
  Object.assign(repository.env, await vault.start());
  // Where a key service encrypts, nobody has a passphrase.
  delete repository.env.PULUMI_CONFIG_PASSPHRASE;
  repository.addProgram('infra');
  repository.write('packages/infra/program.mjs', 'export const said = "by infra";\n');
  repository.write(file, text);
  repository.commit();
});
afterAll(() => {
  vault.stop();
  repository.remove();
});

test('an update makes a new stack with the key service that its file names, and keeps the file', async () => {
  const { reports } = await repository.run('up', ['infra/prod']);
  expect([reports[0]?.outcome, reports[0]?.reason]).toEqual(['unchanged', undefined]);
  expect(readFileSync(join(repository.folder, file), 'utf8')).toBe(text);
  const state = JSON.parse(
    readFileSync(join(repository.state, '.pulumi/stacks/infra/prod.json'), 'utf8'),
  ) as { checkpoint: { latest: { secrets_providers: { type: string } } } };
  expect(state.checkpoint.latest.secrets_providers.type).toBe('cloud');
});
