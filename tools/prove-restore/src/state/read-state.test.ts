// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Question } from '../command-line.ts';
import { stateText } from '../testing/state-text.ts';
import { readExpected } from './read-state.ts';

const state = stateText({
  repository: '/copy',
  password: 'word',
  encryptionKeys: ['key'],
  authorityPem: 'authority',
  pools: {},
  inside: [],
  made: '2026-05-01T00:00:00Z',
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'read-state-'));
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'state.json'), state);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Reads with a program in the place of Pulumi. */
function read(script: string | undefined, change: Partial<Question> = {}) {
  const file = join(folder, 'bin/pulumi');
  if (script !== undefined) writeFileSync(file, `#!/bin/sh\n${script}\n`, { mode: 0o700 });
  const asked = { environment: 'prod', cluster: 'shop', timeout: 30 };
  return readExpected(
    { ...asked, isIfConfigured: false, isJson: false, ...change },
    {
      env: { PATH: join(folder, 'bin') },
      signal: new AbortController().signal,
      cwd: folder,
    },
  );
}

test('Pulumi exports the state of the stack, with its secrets', async () => {
  const command =
    '-C packages/user-cluster stack export --show-secrets --stack prod.shop --non-interactive';
  const script = `[ "$*" = "${command}" ] || exit 9\nexec /bin/cat state.json`;
  expect(await read(script)).toMatchObject({
    encryptionKeys: [{ secret: 'key' }],
    access: { repository: '/copy', password: 'word' },
  });
});

test('a given file is read, and Pulumi is not asked', async () => {
  const stateFile = join(folder, 'state.json');
  expect(await read(undefined, { stateFile })).toMatchObject({
    encryptionKeys: [{ secret: 'key' }],
  });
  await expect(read(undefined, { stateFile: join(folder, 'none') })).rejects.toThrow(
    '--state cannot be read: ENOENT',
  );
});

test('without Pulumi, and when it refuses, people read what to do', async () => {
  await expect(read(undefined)).rejects.toThrow(
    'pulumi is not on PATH: npx strata prove-restore prod shop has it, and --state does without.',
  );
  await expect(
    read(`echo "error: no stack named 'prod.shop' found" >&2; exit 255`),
  ).rejects.toThrow(
    "pulumi cannot export the state of prod.shop: error: no stack named 'prod.shop' found. Is the stack up, and are backend and passphrase right?",
  );
});
