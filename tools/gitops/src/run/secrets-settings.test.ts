// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { initFlags, readSecretsSettings } from './secrets-settings.ts';

test.each([
  [{ secretsprovider: 'awskms://k', encryptedkey: 'a' }, ['--secrets-provider', 'awskms://k']],
  [{ encryptionsalt: 'v1:a' }, []],
  [{ secretsprovider: 'passphrase', encryptionsalt: 'v1:a' }, ['--secrets-provider', 'passphrase']],
  [{ encryptedkey: 'a' }, undefined],
  [{}, undefined],
])('a new stack whose file has %j is made with the flags %j', (settings, flags) => {
  expect(initFlags(settings)).toEqual(flags);
});

describe('the settings of a file', () => {
  const root = mkdtempSync(join(tmpdir(), 'secrets-settings-'));
  afterAll(() => rmSync(root, { recursive: true }));
  const read = (text: string) => {
    writeFileSync(join(root, 'a.yaml'), text);
    return readSecretsSettings(root, 'a.yaml');
  };

  test('are none when it has only comments', () => {
    expect(read('# later\n')).toEqual({});
  });

  test('cannot be read when it is no YAML, which is said with its name', () => {
    expect(() => read('config: [\n')).toThrow(/^a\.yaml is no YAML: /);
  });
});
