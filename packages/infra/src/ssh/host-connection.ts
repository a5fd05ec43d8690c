// SPDX-License-Identifier: Apache-2.0
import { messageOf } from '@strata/contracts/message-of';
import { readFileSync } from 'node:fs';
import { isOffline } from '@strata/contracts';
import type { Problem } from '@strata/contracts';
import type { HostConfig, SshConfig } from '../config/index.ts';
import { withHomeFolder } from './home-folder.ts';
import { preferredHostKey } from './preferred-host-key.ts';

/** Fields of a host that SSH needs. */
export type SshHost = Pick<
  HostConfig,
  'name' | 'publicAddress' | 'hostKeys' | 'sshUsername' | 'sshPort'
>;

/** Login at one host, with the field names of @pulumi/command. */
export interface HostLogin {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly hostKey: string;
  readonly privateKey?: string;
  readonly agentSocketPath?: string;
  /** Number of attempts to connect. */
  readonly dialErrorLimit?: number;
  /** Time limit of each attempt in seconds. */
  readonly perDialTimeout?: number;
}

/** A `connection` of @pulumi/command; a secret, because it contains a private key. */
export interface HostConnection extends HostLogin {
  readonly proxy?: HostLogin;
}

/** Attempts and time limits: enough for a host that is booting; one that is off is reported within a minute. */
const patience = { dialErrorLimit: 4, perDialTimeout: 10 } as const;

/** Sources of private keys: the environment and files. */
export interface KeySources {
  readonly env: NodeJS.ProcessEnv;
  /** Returns the content of a file. @throws Error when the file cannot be read. */
  readonly read: (path: string) => string;
}

/** The environment and the files of this process. */
export const thisMachine: KeySources = {
  env: process.env,
  read: (path) => readFileSync(withHomeFolder(path), 'utf8'),
};

/**
 * Returns the connection to a host: with the key in a file or with the keys of the SSH agent, and
 * with the same ones to the bastion. The host keys of both are verified. Call {@link checkSsh}
 * before.
 *
 * @throws Error when the file with the private key cannot be read.
 */
export function connectionTo(
  host: SshHost,
  ssh: SshConfig,
  sources: KeySources = thisMachine,
): HostConnection {
  const { bastion } = ssh;
  const proof = proofOf(ssh, sources);
  return {
    host: host.publicAddress,
    port: host.sshPort ?? ssh.port,
    user: userOf(host, ssh),
    hostKey: preferredHostKey(host.hostKeys),
    ...patience,
    ...proof,
    ...(bastion !== undefined && {
      proxy: {
        host: bastion.address,
        port: bastion.port,
        user: bastion.username ?? ssh.username,
        hostKey: preferredHostKey(bastion.hostKeys),
        ...proof,
      },
    }),
  };
}

/** Returns the command of a shell that runs a script from standard input as root. */
export function rootShell(host: SshHost, ssh: SshConfig): string {
  return userOf(host, ssh) === 'root' ? 'sh -s' : 'sudo -n sh -s';
}

/** Reports why no login at any host is possible; connects to no host. */
export function checkSsh(ssh: SshConfig, { env, read }: KeySources = thisMachine): Problem[] {
  const { privateKeyFile: file } = ssh;
  if (file === undefined) {
    if ((env.SSH_AUTH_SOCK ?? '') !== '') return [];
    const message =
      'is missing, and no SSH agent runs (SSH_AUTH_SOCK is not set); name a file with a key, or ' +
      'start an agent: eval $(ssh-agent); ssh-add';
    return [{ path: ['ssh', 'privateKeyFile'], message }];
  }
  const problem = problemOf(file, read);
  return problem === undefined ? [] : [{ path: ['ssh', 'privateKeyFile'], message: problem }];
}

/** Returns what is wrong with a private key file; the message never contains its content. */
function problemOf(file: string, read: KeySources['read']): string | undefined {
  try {
    if (/^-----BEGIN [A-Z ]*PRIVATE KEY-----\n/.test(read(file))) return undefined;
    return `names the file ${file}, which has no private key as ssh-keygen writes it`;
  } catch (error) {
    return `names the file ${file}, which cannot be read: ${messageOf(error)}`;
  }
}

function proofOf({ privateKeyFile }: SshConfig, { env, read }: KeySources): Partial<HostLogin> {
  if (isOffline(env)) return {};
  if (privateKeyFile !== undefined) return { privateKey: read(privateKeyFile) };
  return env.SSH_AUTH_SOCK === undefined ? {} : { agentSocketPath: env.SSH_AUTH_SOCK };
}

function userOf({ sshUsername }: SshHost, { username }: SshConfig): string {
  return sshUsername ?? username;
}
