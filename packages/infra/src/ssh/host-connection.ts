// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { isOffline } from '@strata/contracts';
import type { HostConfig, Problem, SshConfig } from '@strata/contracts';
import { messageOf } from '../message-of.ts';
import { preferredHostKey } from './preferred-host-key.ts';

/** A host, as far as SSH is concerned. */
export type SshHost = Pick<
  HostConfig,
  'name' | 'publicAddress' | 'hostKeys' | 'sshUsername' | 'sshPort'
>;

/** How to log in at one machine, in the words of @pulumi/command. */
export interface HostLogin {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly hostKey: string;
  readonly privateKey?: string;
  readonly agentSocketPath?: string;
  /** Attempts to connect. */
  readonly dialErrorLimit?: number;
  /** Seconds for each. */
  readonly perDialTimeout?: number;
}

/** A `connection` of @pulumi/command. It holds a private key, so it is a secret. */
export interface HostConnection extends HostLogin {
  readonly proxy?: HostLogin;
}

/** A host that is booting answers in the end; one that is off is told of within a minute. */
const patience = { dialErrorLimit: 4, perDialTimeout: 10 } as const;

/** Where keys come from: the environment, and files. */
export interface KeySources {
  readonly env: NodeJS.ProcessEnv;
  /** @throws when the file cannot be read. */
  readonly read: (path: string) => string;
}

/** The environment and the files of this process. */
export const thisMachine: KeySources = {
  env: process.env,
  read: (path) => readFileSync(path.replace(/^~(?=\/)/, homedir()), 'utf8'),
};

/**
 * How to log in at a host: with the key in a file or with those of the agent, the same at the
 * bastion; the keys of both are verified. Call {@link checkSsh} before.
 *
 * @throws when the file with the private key cannot be read.
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

/** The shell that runs a script as root. */
export function rootShell(host: SshHost, ssh: SshConfig): string {
  return userOf(host, ssh) === 'root' ? 'sh -s' : 'sudo -n sh -s';
}

/** What would keep Strata from logging in at all, before any host is asked. */
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

/** Never says what is in the file. */
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
