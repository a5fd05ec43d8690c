// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path';
import type { ConnectionInputs, LoginInputs } from './connection.ts';

/** A file in the folder of an SSH session. */
export interface SessionFile {
  readonly name: string;
  readonly content: string;
  readonly mode: number;
}

/** Name of the host in the configuration of ssh. */
export const target = 'strata-target';
const bastion = 'strata-bastion';

/** Name of a file that ssh creates after the login; without it a failure is one of connecting. */
export const connectedMark = 'connected';

const defaults = { port: 22, user: 'root', perDialTimeout: 15 } as const;

/** Signature algorithms of types of host keys: ssh-rsa keys sign with SHA-2, all others with the algorithm named like their type. */
const algorithmsOf: Readonly<Record<string, string>> = { 'ssh-rsa': 'rsa-sha2-512,rsa-sha2-256' };

/**
 * Renders the configuration and secrets of ssh as files that only their owner can read, so that
 * nothing is in the arguments of a process. Only the given host key is accepted.
 *
 * @see https://man.openbsd.org/ssh_config
 */
export function renderSshFiles(connection: ConnectionInputs, folder: string): SessionFile[] {
  const { proxy } = connection;
  const logins = [
    { name: target, login: connection },
    ...(proxy == null ? [] : [{ name: bastion, login: proxy }]),
  ];
  const config = logins.map(({ name, login }) => {
    const jump = name === target && proxy != null ? [`ProxyJump ${bastion}`] : [];
    return [`Host ${name}`, ...[...settingsOf(name, login, folder), ...jump].map(indented)];
  });
  return [
    { name: 'config', content: lines(config.flat()), mode: 0o600 },
    { name: 'known_hosts', content: lines(logins.map(knownHost)), mode: 0o600 },
    { name: 'askpass', content: askpass, mode: 0o700 },
    ...logins.flatMap(({ name, login }) => secretFiles(name, login)),
  ];
}

function settingsOf(name: string, login: LoginInputs, folder: string): string[] {
  const { host, hostKey, privateKey, password, privateKeyPassword } = login;
  const keyType = hostKey.trim().split(' ')[0] ?? '';
  const asks = password != null || privateKeyPassword != null;
  const isUsingKey = privateKey != null;
  const agent = login.agentSocketPath ?? process.env.SSH_AUTH_SOCK;
  return [
    `HostName ${host}`,
    `HostKeyAlias ${name}`,
    `Port ${login.port ?? defaults.port}`,
    `User ${login.user ?? defaults.user}`,
    'StrictHostKeyChecking yes',
    `UserKnownHostsFile ${join(folder, 'known_hosts')}`,
    'GlobalKnownHostsFile /dev/null',
    'UpdateHostKeys no',
    `HostKeyAlgorithms ${algorithmsOf[keyType] ?? keyType}`,
    // Without a password or passphrase ssh must not ask for one.
    `BatchMode ${asks ? 'no' : 'yes'}`,
    'NumberOfPasswordPrompts 1',
    `PreferredAuthentications publickey${password != null ? ',password,keyboard-interactive' : ''}`,
    ...(isUsingKey
      ? ['IdentitiesOnly yes', `IdentityFile ${join(folder, `${name}.key`)}`, 'IdentityAgent none']
      : ['IdentityFile none', `IdentityAgent ${agent ?? 'none'}`]),
    ...(timeoutOf(login) === 0 ? [] : [`ConnectTimeout ${timeoutOf(login)}`]),
    // A host that disappears is noticed within a minute.
    'ServerAliveInterval 15',
    'ServerAliveCountMax 4',
    'ControlMaster no',
    'ControlPath none',
    'ForwardAgent no',
    'ClearAllForwardings yes',
    'RequestTTY no',
    'LogLevel ERROR',
    ...(name === target
      ? ['PermitLocalCommand yes', `LocalCommand : > ${join(folder, connectedMark)}`]
      : []),
  ];
}

function timeoutOf({ perDialTimeout }: LoginInputs): number {
  return perDialTimeout ?? defaults.perDialTimeout;
}

function knownHost({ name, login }: { name: string; login: LoginInputs }): string {
  const [type = '', key = ''] = login.hostKey.trim().split(' ');
  return `${name} ${type} ${key}`;
}

function secretFiles(name: string, login: LoginInputs): SessionFile[] {
  const secrets = {
    [`${name}.key`]: login.privateKey == null ? undefined : `${login.privateKey.trimEnd()}\n`,
    [`${name}.key.passphrase`]: login.privateKeyPassword,
    [`${name}.password`]: login.password,
  };
  return Object.entries(secrets).flatMap(([file, content]) =>
    content == null ? [] : [{ name: file, content, mode: 0o600 }],
  );
}

/**
 * Script that answers the prompts of ssh: "Enter passphrase for key '<folder>/<name>.key': " or
 * "<user>@<host>'s password: ", which does not say which of the two hosts asks. The login at the
 * bastion comes first, so its password file is deleted after it has been used.
 */
const askpass = `#!/bin/sh
here=\${0%/*}
case $1 in
  *"${bastion}.key"*) cat "$here/${bastion}.key.passphrase" ;;
  *"${target}.key"*) cat "$here/${target}.key.passphrase" ;;
  *)
    if [ -e "$here/${bastion}.password" ]; then
      cat "$here/${bastion}.password" && rm "$here/${bastion}.password"
    else
      cat "$here/${target}.password"
    fi ;;
esac
`;

function indented(line: string): string {
  return `  ${line}`;
}

function lines(texts: readonly string[]): string {
  return `${texts.join('\n')}\n`;
}
