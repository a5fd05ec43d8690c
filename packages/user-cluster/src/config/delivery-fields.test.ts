// SPDX-License-Identifier: Apache-2.0
import { inspectConfig } from '@strata/contracts';
import { z } from 'zod';
import { delivery } from './delivery-fields.ts';

const schema = z.strictObject({ delivery });
const url = 'https://git.example.org/shop/cluster.git';
const ssh = 'ssh://git@git.example.org/shop/cluster.git';
const ref = { branch: 'main' };
const privateKey = '-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----\n';
const knownHosts = 'git.example.org ssh-ed25519 AAAA\n';

const inspect = (flux: unknown, secretKeys = ['user-cluster:delivery']) =>
  inspectConfig(schema, {
    project: 'user-cluster',
    stack: 'prod.shop',
    values: { 'user-cluster:delivery': JSON.stringify({ flux }) },
    secretKeys,
  });

const problemsOf = (...args: Parameters<typeof inspect>) =>
  inspect(...args).problems.map(({ path, message }) => `${path.slice(2).join('.')}: ${message}`);

// Proves: clusters.delivery
test('a public repository needs no more than a URL and what of it is delivered', () => {
  expect(inspect({ url, ref }, [])).toMatchObject({
    problems: [],
    valid: {
      delivery: { flux: { url, ref, path: './', intervalSeconds: 60, prune: true } },
    },
  });
  expect(inspect(undefined, []).valid).toEqual({ delivery: {} });
});

test.each([
  'https://git.example.org:8443/a',
  'ssh://git@git.example.org/a/b.git',
  'ssh://ann_b.c@10.20.0.7:2222/a',
])('takes the URL %s', (one) => {
  const credentials = one.startsWith('ssh:') ? { privateKey, knownHosts } : undefined;
  expect(problemsOf({ url: one, ref, credentials })).toEqual([]);
});

const urlWords =
  'url: expected a URL such as "https://git.example.org/shop/cluster.git" or "ssh://git@git.example.org/shop/cluster.git", with no password in it';

test.each([
  ['http://git.example.org/shop', 'http://git.example.org/shop'],
  ['git@git.example.org:shop.git', 'git@git.example.org:shop.git'],
  ['https://ann:words@git.example.org/shop', 'https://...@git.example.org/shop'],
  ['https://git.example.org/shop?token=words', 'https://git.example.org/shop...'],
  ['https://10.0.0.256/shop', 'https://10.0.0.256/shop'],
  ['https://git.example.org:99999/shop', 'https://git.example.org:99999/shop'],
])('refuses the URL %s', (wrong, shown) => {
  expect(problemsOf({ url: wrong, ref }, [])).toEqual([`${urlWords}, got "${shown}"`]);
});

test('exactly one thing says which commit is delivered', () => {
  const message = 'ref: needs exactly one of branch, tag and semver';
  expect(problemsOf({ url, ref: {} })).toEqual([message]);
  expect(problemsOf({ url, ref: { branch: 'main', tag: 'v1.0.0' } })).toEqual([message]);
  expect(problemsOf({ url, ref: { tag: 'v1.0.0' } })).toEqual([]);
  expect(problemsOf({ url, ref: { semver: '>=1.0.0 <2.0.0' } })).toEqual([]);
  expect(problemsOf({ url, ref: { branch: 'release/1.x' } })).toEqual([]);
  expect(problemsOf({ url, ref: { branch: '-f' } }, [])).toEqual([
    'ref.branch: expected the name of a branch, such as "main", got "-f"',
  ]);
});

test('a folder is inside of the repository', () => {
  for (const path of ['.', './', './clusters/shop', 'clusters/shop/', '.deploy', 'a/.b']) {
    expect(problemsOf({ url, ref, path })).toEqual([]);
  }
  for (const path of ['/etc', '..', '../a', 'a/../../b', 'a//b', '']) {
    expect(problemsOf({ url, ref, path }, [])).toEqual([
      `path: expected a folder of the repository, such as "./clusters/shop", got "${path}"`,
    ]);
  }
});

test('credentials fit the URL', () => {
  expect(problemsOf({ url, ref, credentials: { password: 'words' } })).toEqual([]);
  expect(problemsOf({ url, ref, credentials: { username: 'ann' } })).toEqual([
    'credentials.password: missing; credentials for https:// are username and password',
  ]);
  expect(problemsOf({ url, ref, credentials: { password: 'words', privateKey } })).toEqual([
    'credentials.privateKey: has no effect with https://; credentials for it are username and password',
  ]);
  expect(problemsOf({ url: ssh, ref })).toEqual([
    'credentials.privateKey: missing; credentials for ssh:// are privateKey and knownHosts',
    'credentials.knownHosts: missing; credentials for ssh:// are privateKey and knownHosts',
  ]);
  const certificateAuthority = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';
  const both = { privateKey, knownHosts, password: 'words' };
  expect(problemsOf({ url: ssh, ref, certificateAuthority, credentials: both })).toEqual([
    'credentials.password: has no effect with ssh://; credentials for it are privateKey and knownHosts',
    'certificateAuthority: has no effect with ssh://; credentials.knownHosts says which server it is',
  ]);
});

test('refuses credentials that everybody can read, and shows none that are wrong', () => {
  expect(problemsOf({ url, ref, credentials: { password: 'words' } }, [])).toEqual([
    "credentials.password: a secret in plain text; remove it, then pulumi -C packages/user-cluster config set --stack prod.shop --secret --path 'delivery.flux.credentials.password'",
  ]);
  const credentials = { privateKey: 'words', knownHosts: 'words' };
  expect(problemsOf({ url: ssh, ref, credentials })).toEqual([
    'credentials.privateKey: expected a private key in PEM, as ssh-keygen writes it, got a secret value that is not shown',
    'credentials.knownHosts: expected lines of known_hosts, such as "git.example.org ssh-ed25519 AAAA...", got a secret value that is not shown',
  ]);
});
