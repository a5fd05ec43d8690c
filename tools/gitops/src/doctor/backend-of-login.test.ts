// SPDX-License-Identifier: Apache-2.0
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withBackendOfLogin } from './backend-of-login.ts';

const root = mkdtempSync(join(tmpdir(), 'backend-of-login-'));
afterAll(() => rmSync(root, { recursive: true }));

const path = `${root}:${process.env.PATH ?? ''}`;
/** Lets a Pulumi with this script answer. */
async function ask(script: string, more: NodeJS.ProcessEnv = {}) {
  writeFileSync(join(root, 'pulumi'), `#!/bin/sh\n${script}\n`);
  chmodSync(join(root, 'pulumi'), 0o755);
  const { PULUMI_BACKEND_URL: url } = await withBackendOfLogin({
    workspace: { root, stacks: [] },
    env: { PATH: path, ...more },
    signal: new AbortController().signal,
    progress: () => undefined,
  });
  return url;
}
const loggedIn = `[ "$1 $2 $3" = "whoami --verbose --json" ] && echo '{"user":"ada","url":"file:///states"}'`;

test('the backend is that of pulumi login', async () => {
  expect(await ask(loggedIn)).toBe('file:///states');
});

test.each([
  ['PULUMI_BACKEND_URL', 's3://own', 's3://own'],
  ['STRATA_BACKENDS', 'prod=s3://own', undefined],
])('the variable %s comes first', async (name, value, url) => {
  expect(await ask(loggedIn, { [name]: value })).toBe(url);
});

test.each(['exit 255', 'echo nobody', 'echo {}'])(
  'none is known when Pulumi says: %s',
  async (script) => {
    expect(await ask(script)).toBeUndefined();
  },
);
