// SPDX-License-Identifier: Apache-2.0
import type { SshConfig } from '../config/index.ts';
import { checkSsh, connectionTo, rootShell } from './index.ts';

const key = '-----BEGIN OPENSSH PRIVATE KEY-----\nhunter2\n';

const read = (path: string) => {
  if (path === '/key') return key;
  if (path === '/other') return 'hunter2';
  throw new Error(`ENOENT: no such file or directory, open '${path}'`);
};

const ssh: SshConfig = {
  username: 'ops',
  port: 22,
  privateKeyFile: '/key',
  bastion: { address: 'jump', port: 2022, hostKeys: ['ssh-ed25519 AAAAjump'] },
};

const hosts = [
  {
    name: 'a',
    publicAddress: '10.0.0.1',
    hostKeys: ['ssh-ed25519 AAAAed root@a', 'ssh-rsa AAAArsa', 'ecdsa-sha2-nistp256 AAAAec root@a'],
  },
  {
    name: 'b',
    publicAddress: '10.0.0.2',
    sshPort: 2222,
    sshUsername: 'root',
    hostKeys: ['ssh-ed25519 AAAAb'],
  },
] as const;

const mutable = hosts.map((host) => ({ ...host, hostKeys: [...host.hostKeys] }));

test('logs in through the bastion with the same key, and verifies the host keys of both', () => {
  const connections = mutable.map((host) => connectionTo(host, ssh, { env: {}, read }));
  const proxy = {
    host: 'jump',
    port: 2022,
    user: 'ops',
    hostKey: 'ssh-ed25519 AAAAjump',
    privateKey: key,
  };
  expect(connections).toEqual([
    {
      host: '10.0.0.1',
      port: 22,
      user: 'ops',
      hostKey: 'ecdsa-sha2-nistp256 AAAAec',
      dialErrorLimit: 4,
      perDialTimeout: 10,
      privateKey: key,
      proxy,
    },
    {
      host: '10.0.0.2',
      port: 2222,
      user: 'root',
      hostKey: 'ssh-ed25519 AAAAb',
      dialErrorLimit: 4,
      perDialTimeout: 10,
      privateKey: key,
      proxy,
    },
  ]);
  expect(mutable.map((host) => rootShell(host, ssh))).toEqual(['sudo -n sh -s', 'sh -s']);
  expect(checkSsh(ssh, { env: {}, read })).toEqual([]);
});

test('uses the keys of the SSH agent when no key file is configured', () => {
  const [host] = mutable;
  const sources = { env: { SSH_AUTH_SOCK: '/run/agent' }, read };
  const { privateKeyFile: file, ...rest } = ssh;
  const connection = host && connectionTo(host, rest, sources);
  expect(connection?.agentSocketPath).toBe('/run/agent');
  expect(connection?.proxy?.agentSocketPath).toBe('/run/agent');
  expect(connection?.privateKey).toBeUndefined();
  expect(checkSsh(rest, sources)).toEqual([]);
  expect(file).toBe('/key');
});

test.each([
  [
    undefined,
    'is missing, and no SSH agent runs (SSH_AUTH_SOCK is not set); name a file with a key, or ' +
      'start an agent: eval $(ssh-agent); ssh-add',
  ],
  ['/other', 'names the file /other, which has no private key as ssh-keygen writes it'],
  [
    '/none',
    "names the file /none, which cannot be read: ENOENT: no such file or directory, open '/none'",
  ],
])(
  'reports why no login is possible before it connects to a host: %s',
  (privateKeyFile, message) => {
    const { privateKeyFile: _file, ...rest } = ssh;
    expect(_file).toBe('/key');
    const given = privateKeyFile === undefined ? rest : { ...rest, privateKeyFile };
    expect(checkSsh(given, { env: {}, read })).toEqual([
      { path: ['ssh', 'privateKeyFile'], message },
    ]);
  },
);
