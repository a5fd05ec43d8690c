// SPDX-License-Identifier: Apache-2.0
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A key with which people log in to machines. */
export interface LoginKey {
  /** Line of `authorized_keys`. */
  readonly line: string;
  /** Path of the private key, which only its owner may read. */
  readonly file: string;
}

/** Makes a new key in a folder. */
export async function makeLoginKey(folder: string): Promise<LoginKey> {
  const file = join(folder, 'login-key');
  const quiet = ['-q', '-t', 'ed25519', '-N', '', '-C', 'machine-lab', '-f', file];
  await promisify(execFile)('ssh-keygen', quiet);
  return { file, line: (await readFile(`${file}.pub`, 'utf8')).trim() };
}

/** Where to log in, and how. */
export interface Login {
  readonly key: LoginKey;
  readonly user: string;
  readonly address: string;
  /** Wraps a command so that it runs where machines can be reached. */
  readonly inside: (command: readonly string[]) => string[];
}

/** Seconds after which a script is ended: all promises of a machine have taken 484. */
const patienceSeconds = 1800;

/** Bytes that a script may print: a backup of etcd is among them. */
const outputBytes = 64 * 2 ** 20;

/**
 * Logs in to a machine by SSH, as its owner does, and runs a script as root.
 *
 * @param shell - command that reads the script. @default a shell that the first failing command ends
 * @returns what the script prints.
 * @throws Error with what it printed as an error.
 */
export async function runAsRoot(
  login: Login,
  script: string,
  shell = 'sh -eu -s',
): Promise<string> {
  const { address, inside, key, user } = login;
  const options = [
    'BatchMode=yes',
    'ConnectTimeout=60',
    'LogLevel=ERROR',
    'StrictHostKeyChecking=no',
    'UserKnownHostsFile=/dev/null',
  ].flatMap((option) => ['-o', option]);
  const [file = '', ...args] = inside([
    'ssh',
    ...options,
    '-i',
    key.file,
    `${user}@${address}`,
    `sudo ${shell}`,
  ]);
  const limits = { timeout: patienceSeconds * 1000, maxBuffer: outputBytes };
  const running = promisify(execFile)(file, args, limits);
  running.child.stdin?.end(script);
  const { stdout } = await running;
  return stdout.trim();
}
