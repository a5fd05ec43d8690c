// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readKubeconfig } from './read-kubeconfig.ts';

const yaml = (user: string, cluster = '') => `
current-context: b
contexts:
  - { name: a, context: { cluster: other, user: other } }
  - { name: b, context: { cluster: demo, user: admin } }
clusters:
  - { name: demo, cluster: { server: https://192.0.2.10:6443 ${cluster} } }
users:
  - { name: admin, user: { ${user} } }
`;

test('reads certificates of the current context', async () => {
  const user = 'client-certificate-data: Yw==, client-key-data: aw==';
  const access = await readKubeconfig(
    yaml(user, ', certificate-authority-data: Y2E=, tls-server-name: api'),
  );
  expect(access).toEqual({
    server: 'https://192.0.2.10:6443',
    options: {
      ca: Buffer.from('ca'),
      cert: Buffer.from('c'),
      key: Buffer.from('k'),
      servername: 'api',
    },
  });
});

test('reads a token, and accepts any certificate only with insecure-skip-tls-verify', async () => {
  const { options } = await readKubeconfig(yaml('token: hush', ', insecure-skip-tls-verify: true'));
  expect(options).toEqual({
    rejectUnauthorized: false,
    headers: { authorization: 'Bearer hush' },
  });
});

test("uses Kubernetes' own library for logins by a program", async () => {
  const program =
    'exec: { apiVersion: client.authentication.k8s.io/v1, interactiveMode: Never, command: sh, ' +
    `args: ["-c", 'echo "{\\"status\\":{\\"token\\":\\"hush\\"}}"'] }`;
  const { options } = await readKubeconfig(yaml(program));
  expect(options.headers).toEqual({ Authorization: 'Bearer hush' });
});

test('refuses a kubeconfig without a server', async () => {
  await expect(readKubeconfig('{}')).rejects.toThrow(
    'the kubeconfig has no current context with a server',
  );
});

test('reads files below a root', async () => {
  const root = mkdtempSync(join(tmpdir(), 'root-'));
  mkdirSync(join(root, 'pki'));
  writeFileSync(join(root, 'pki/token'), 'hush\n');
  const { options } = await readKubeconfig(yaml('tokenFile: /pki/token'), root);
  rmSync(root, { recursive: true });
  expect(options).toEqual({ headers: { authorization: 'Bearer hush' } });
});

test.each([
  ['users: [{ token: "hush"', 'the kubeconfig is no YAML at line 1, column 24'],
  ['a: *hush', 'the kubeconfig is no YAML'],
])('refuses %s, without quoting it', async (text, message) => {
  await expect(readKubeconfig(text)).rejects.toThrow(new Error(message));
});

test.each(['', 'x', '3', '[1]', 'contexts: 3', 'contexts: [3, null]\ncurrent-context: a'])(
  'refuses %j, which has no lists of entries',
  async (text) => {
    await expect(readKubeconfig(text)).rejects.toThrow(
      'the kubeconfig has no current context with a server',
    );
  },
);

test.each([
  ['JSON', JSON.stringify({ a: 1 }), false],
  ['YAML', 'a: 1', true],
])('a kubeconfig in %s: whether the reader of YAML is loaded', (_, text, isLoaded) => {
  const script = `
    import { Module } from 'node:module';
    import { currentContext } from ${JSON.stringify(new URL('current-context.ts', import.meta.url).href)};
    currentContext(${JSON.stringify(text)});
    const loaded = Object.keys(Module._cache).some((file) => file.includes('/node_modules/yaml/'));
    console.log(JSON.stringify(loaded));
  `;
  const node = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script];
  const env = { PATH: process.env.PATH };
  expect(JSON.parse(execFileSync(process.execPath, node, { env, encoding: 'utf8' }))).toBe(
    isLoaded,
  );
});
