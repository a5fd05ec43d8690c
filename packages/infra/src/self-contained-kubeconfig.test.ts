// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as pulumi from '@pulumi/pulumi';
import { selfContainedKubeconfig } from './self-contained-kubeconfig.ts';

const title = 'the kubeconfig';
let directory: string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'kubeconfig-'));
  for (const part of ['ca.crt', 'client.crt', 'client.key']) {
    writeFileSync(join(directory, part), `content of ${part}`);
  }
});
afterAll(() => rmSync(directory, { recursive: true }));

function kubeconfig(user: object, more: object = {}): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      {
        name: 'c',
        cluster: { server: 'https://10.0.0.1:6443', 'certificate-authority': 'ca.crt' },
      },
      { name: 'other', cluster: { server: 'https://10.9.9.9:6443' } },
    ],
    users: [
      { name: 'u', user },
      { name: 'other', user: { token: 'not ours' } },
    ],
    contexts: [
      { name: 'x', context: { cluster: 'c', user: 'u' } },
      { name: 'other', context: { cluster: 'other', user: 'other' } },
    ],
    'current-context': 'x',
    ...more,
  });
}

const base64 = (text: string) => Buffer.from(text).toString('base64');

test('embeds the named files and drops other clusters and users', () => {
  const text = kubeconfig({ 'client-certificate': 'client.crt', 'client-key': 'client.key' });
  const { text: whole, apiEndpoint } = selfContainedKubeconfig({ text, title, directory });
  expect(apiEndpoint).toBe('https://10.0.0.1:6443');
  expect(JSON.parse(whole)).toEqual({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      {
        name: 'c',
        cluster: {
          server: 'https://10.0.0.1:6443',
          'certificate-authority-data': base64('content of ca.crt'),
          'insecure-skip-tls-verify': false,
        },
      },
    ],
    users: [
      {
        name: 'u',
        user: {
          'client-certificate-data': base64('content of client.crt'),
          'client-key-data': base64('content of client.key'),
        },
      },
    ],
    contexts: [{ name: 'x', context: { name: 'x', cluster: 'c', user: 'u' } }],
    preferences: {},
    'current-context': 'x',
  });
});

// States hold this text: what an update would write anew must stay as it is, to the letter.
test('keeps what it can pass on, in an order that never changes', () => {
  const text = `
current-context: x
contexts: [{ name: x, context: { user: u, namespace: shop, extensions: [], cluster: c } }]
clusters:
  - name: c
    cluster:
      insecure-skip-tls-verify: true
      server: https://10.0.0.1:6443/
      certificate-authority-data: Y2E=
      proxy-url: http://proxy
      tls-server-name: api
users:
  - name: u
    user: { token: hush, username: a, password: b, as: root, as-groups: [x], client-key-data: aw==, client-certificate-data: Yw== }
`;
  const { text: whole, apiEndpoint } = selfContainedKubeconfig({ text, title });
  expect(apiEndpoint).toBe('https://10.0.0.1:6443');
  expect(whole).toBe(
    '{"apiVersion":"v1","kind":"Config","clusters":[{"name":"c","cluster":{' +
      '"server":"https://10.0.0.1:6443","certificate-authority-data":"Y2E=",' +
      '"insecure-skip-tls-verify":true,"tls-server-name":"api","proxy-url":"http://proxy"}}],' +
      '"users":[{"name":"u","user":{"as":"root","client-certificate-data":"Yw==",' +
      '"client-key-data":"aw==","token":"hush","password":"b","username":"a"}}],' +
      '"contexts":[{"name":"x","context":{"cluster":"c","name":"x","user":"u","namespace":"shop"}}],' +
      '"preferences":{},"current-context":"x"}',
  );
});

test('embeds a token that is in a file', () => {
  writeFileSync(join(directory, 'token'), 'hush\n');
  const text = kubeconfig({ tokenFile: 'token' });
  const { text: whole } = selfContainedKubeconfig({ text, title, directory });
  expect(JSON.parse(whole)).toMatchObject({ users: [{ name: 'u', user: { token: 'hush' } }] });
});

test.each(['{ name: u }', '{ name: u, user: null }', '{ name: u, user: {} }'])(
  'the user %s has no credentials, which is for the cluster to judge',
  (user) => {
    const text = kubeconfig({}, { clusters: [{ name: 'c', cluster: { server: 'https://c' } }] });
    const other = text.replace('{"name":"u","user":{}}', user);
    const { text: whole } = selfContainedKubeconfig({ text: other, title });
    expect(JSON.parse(whole)).toMatchObject({ users: [{ name: 'u', user: {} }] });
  },
);

test('returns a self-contained kubeconfig unchanged', () => {
  const text = kubeconfig({ token: 'hush' });
  const once = selfContainedKubeconfig({ text, title, directory });
  expect(selfContainedKubeconfig({ text: once.text, title })).toEqual(once);
});

test.each([
  [
    'invalid YAML, without quoting it',
    'users:\n  - user: { token: "hush"',
    'the kubeconfig is not a kubeconfig: it is no YAML at line 2, column 26',
  ],
  [
    'no current context',
    kubeconfig({ token: 'hush' }, { 'current-context': 'gone' }),
    'the kubeconfig has no current context with a cluster and a user; set one with kubectl config use-context.',
  ],
  [
    'credentials from a command',
    kubeconfig({ exec: { apiVersion: 'client.authentication.k8s.io/v1', command: 'login' } }),
    'the kubeconfig gets the credentials of user u from a command, so they cannot be handed to other stacks; give a kubeconfig with a token or a client certificate.',
  ],
  [
    'a file that is not there',
    kubeconfig({ 'client-certificate': 'gone.crt', 'client-key': 'client.key' }),
    /^the kubeconfig names a file that cannot be read: ENOENT: .*gone\.crt/,
  ],
])('refuses a kubeconfig with %s', (_, text, message) => {
  const attempt = () => selfContainedKubeconfig({ text, title, directory });
  expect(attempt).toThrow(message);
  expect(attempt).toThrow(pulumi.RunError);
});

test('refuses a kubeconfig that names files when it has no folder', () => {
  expect(() => selfContainedKubeconfig({ text: kubeconfig({ token: 'hush' }), title })).toThrow(
    'the kubeconfig names the file ca.crt, which is not part of it; put its content in instead ' +
      '(kubectl config view --raw --flatten).',
  );
});
