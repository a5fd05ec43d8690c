// SPDX-License-Identifier: Apache-2.0
import { pbkdf2Sync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassphraseKeys } from './passphrase-keys.ts';

const root = mkdtempSync(join(tmpdir(), 'passphrase-keys-'));
afterAll(() => rmSync(root, { recursive: true }));

/** Number of files that have been written. */
let files = 0;

/** Returns stacks of an environment, one for each text of a file. */
const stacksOf = (environment: string, texts: readonly string[]) =>
  texts.map((text) => {
    const file = `${(files += 1)}.yaml`;
    writeFileSync(join(root, file), text);
    return { environment, file };
  });

const saltOne = Buffer.from('salt one').toString('base64');
const saltTwo = Buffer.from('salt two').toString('base64');
const salted = (salt: string) => `encryptionsalt: v1:${salt}:v1:nonce:text\n`;
const shared = (count: number, salt = saltOne) => Array<string>(count).fill(salted(salt));

const keyOf = (passphrase: string, salt: string) =>
  pbkdf2Sync(passphrase, Buffer.from(salt, 'base64'), 1_000_000, 32, 'sha256').toString('base64');

const begin = (
  stacks: ReturnType<typeof stacksOf>,
  env: NodeJS.ProcessEnv = { PULUMI_CONFIG_PASSPHRASE: 'of all' },
) => new PassphraseKeys({ workspace: { root }, env, stacks, parallel: 2 });

test('a key that more stacks have than begin at once is handed to those that begin later', async () => {
  const keys = begin(stacksOf('prod', [...shared(3), ...shared(2, saltTwo)]));
  expect(keys.variables('prod')).toEqual({});
  await keys.done;
  expect(keys.variables('prod')).toEqual({
    PULUMI_CONFIG_PASSPHRASE_KEYS: `{"${saltOne}":"${keyOf('of all', saltOne)}"}`,
  });
  expect(keys.variables('staging')).toEqual({});
});

test('an environment gets the keys of its own passphrase alone', async () => {
  const file = join(root, 'passphrase');
  writeFileSync(file, 'of all\n');
  const stacks = [...stacksOf('prod', shared(3)), ...stacksOf('staging', shared(3))];
  const own = begin(stacks, { STRATA_PASSPHRASES: 'prod=one,staging=two' });
  const same = begin(stacks, { PULUMI_CONFIG_PASSPHRASE_FILE: file });
  await Promise.all([own.done, same.done]);
  const variables = (passphrase: string) => ({
    PULUMI_CONFIG_PASSPHRASE_KEYS: `{"${saltOne}":"${keyOf(passphrase, saltOne)}"}`,
  });
  expect([own.variables('prod'), own.variables('staging')]).toEqual(['one', 'two'].map(variables));
  expect(same.variables('prod')).toEqual(variables('of all'));
});

test.each<[string, readonly string[], NodeJS.ProcessEnv?]>([
  ['all stacks begin at once', shared(2)],
  ['a key service has the keys', Array<string>(3).fill('secretsprovider: awskms://alias/prod\n')],
  ['files are no YAML', Array<string>(3).fill('encryptionsalt: [\n')],
  ['no passphrase is set', shared(3), {}],
  ['the file of the passphrase is missing', shared(3), { PULUMI_CONFIG_PASSPHRASE_FILE: '/none' }],
  ['the environment has no passphrase', shared(3), { STRATA_PASSPHRASES: 'staging=two' }],
  ['a passphrase cannot be read', shared(3), { STRATA_PASSPHRASES: 'prod' }],
])('nothing is handed over where %s', async (_, texts, env) => {
  const keys = begin(stacksOf('prod', texts), env);
  await keys.done;
  expect(keys.variables('prod')).toEqual({});
});
