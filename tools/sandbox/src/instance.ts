// SPDX-License-Identifier: Apache-2.0
import { writeFileAtomically as write } from '@strata/manifests';
import { mkdirSync, readFileSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { UserError, WrongCommandLine } from './user-error.ts';

/** Folder of the checkout that this sandbox serves. */
export const workspaceRoot = resolve(import.meta.dirname, '../../..');

/** Linux keeps a socket path in 108 bytes; the last of them is a terminator. */
const maxSocketPathBytes = 107;

/** Folders of other commands beside those of sandboxes, which `reset` would delete. */
const otherFolders: readonly string[] = ['approved', 'mutation', 'proofs', 'reports'];

/** One sandbox: its name, and the folder that holds everything it owns. */
export interface Instance {
  readonly name: string;
  readonly dir: string;
  /**
   * Stored settings. The file marks the folder as a sandbox, so that `reset` never deletes another
   * one.
   */
  readonly settingsFile: string;
  /** Path of the binary that `up` found for each tool; the supervisor reads this file. */
  readonly binariesFile: string;
  readonly pkiDir: string;
  readonly etcdDir: string;
  readonly logsDir: string;
  readonly pulumiStateDir: string;
  /** Credentials of the sandbox's administrator, for use inside the rack. */
  readonly kubeconfig: string;
  /** Process id of every process of the rack by name, as seen from the machine. */
  readonly pidsFile: string;
  /** Socket that serves the status, and tunnels connections into the rack. */
  readonly controlSocket: string;
  /** Path that `up`, `down` or `reset` claims while it changes the sandbox. */
  readonly lock: string;
}

/** Returns the folder that has the state of every sandbox without a folder of its own. */
function sandboxesDir({ STRATA_SANDBOX_DIR: own = '' }: NodeJS.ProcessEnv): string {
  if (own === '') return join(workspaceRoot, '.strata');
  if (isAbsolute(own)) return own;
  throw new UserError(`STRATA_SANDBOX_DIR must be an absolute path, not "${own}".`);
}

/**
 * Returns the sandbox with this name.
 *
 * @param name - Lower-case letters, digits and dashes. @default 'default'
 * @param stateDir - Folder for its state. @default `$STRATA_SANDBOX_DIR/<name>`, else `<checkout>/.strata/<name>`
 * @throws UserError when the name is not valid or the folder's path is too long for a socket.
 */
export function instanceAt(
  name = 'default',
  stateDir?: string,
  env: NodeJS.ProcessEnv = process.env,
): Instance {
  if (!/^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?$/.test(name)) {
    throw new WrongCommandLine(
      `"${name}" is not a sandbox name: use up to 32 lower-case letters, digits and inner dashes.`,
    );
  }
  const isBeside = stateDir === undefined && sandboxesDir(env) === join(workspaceRoot, '.strata');
  if (isBeside && otherFolders.includes(name)) {
    throw new WrongCommandLine(
      `"${name}" is no name of a sandbox here: .strata/${name} is for other files.`,
    );
  }
  const dir = stateDir === undefined ? join(sandboxesDir(env), name) : resolve(stateDir);
  const controlSocket = join(dir, 'control.sock');
  if (Buffer.byteLength(controlSocket) > maxSocketPathBytes) {
    throw new UserError(
      `The state folder's path is too long for a unix socket (${controlSocket}): set STRATA_SANDBOX_DIR to a folder with a short path, the same for every command.`,
    );
  }
  return {
    name,
    dir,
    settingsFile: join(dir, 'sandbox.json'),
    binariesFile: join(dir, 'binaries.json'),
    pkiDir: join(dir, 'pki'),
    etcdDir: join(dir, 'etcd'),
    logsDir: join(dir, 'logs'),
    pulumiStateDir: join(dir, 'pulumi'),
    kubeconfig: join(dir, 'kubeconfig'),
    pidsFile: join(dir, 'pids.json'),
    controlSocket,
    lock: join(dir, 'lock'),
  };
}

/** Creates the folders that a sandbox writes to; only their owner can read them. */
export function createFolders(instance: Instance): void {
  const dirs = [instance.dir, instance.pkiDir, instance.etcdDir, instance.logsDir];
  for (const dir of [...dirs, instance.pulumiStateDir]) {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
  }
}

/** Writes a file of a sandbox atomically; only its owner can read it. */
export function writeFileAtomically(path: string, content: string): void {
  write(path, content, { mode: 0o600 });
}

/** Returns the content of a JSON file; undefined when there is no such file. */
export function readJsonFile(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new UserError(`${path} cannot be read: ${(error as Error).message}`);
  }
}
