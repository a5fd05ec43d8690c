// SPDX-License-Identifier: Apache-2.0
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stackEnvironment } from '../run/stack-environment.ts';

/** One stack in a backend. */
export interface StateName {
  readonly program: string;
  readonly stack: string;
}

/** What Pulumi's file backend writes into a lock. @see https://github.com/pulumi/pulumi/blob/v3.259.0/pkg/backend/diy/lock.go */
export interface StackLock {
  readonly pid?: number;
  readonly username?: string;
  readonly hostname?: string;
  /** ISO 8601. */
  readonly timestamp?: string;
}

/** The part of a stack's state that tells whether it is whole. */
export interface StackState {
  readonly checkpoint?: {
    readonly latest?: {
      readonly manifest?: { readonly version?: string };
      readonly pending_operations?: readonly unknown[];
    };
  };
}

/**
 * The folder of the file backend that commands use.
 *
 * @returns undefined when the backend is another one, such as a bucket.
 */
export function fileBackend(env: NodeJS.ProcessEnv): string | undefined {
  const [url = ''] = (env.PULUMI_BACKEND_URL ?? '').split('?');
  if (!url.startsWith('file://')) return undefined;
  // `file://~` is Pulumi's own way to say the home folder.
  if (url.startsWith('file://~')) return resolve(env.HOME ?? '/', url.slice('file://~/'.length));
  try {
    return fileURLToPath(url);
  } catch {
    return resolve(url.slice('file://'.length));
  }
}

/** Every folder that is the file backend of one of these environments; of no stack at all: of plain Pulumi. */
export function fileBackends(env: NodeJS.ProcessEnv, environments: readonly string[]): string[] {
  const all =
    environments.length === 0 ? [env] : environments.map((one) => stackEnvironment(env, one));
  return [...new Set(all.flatMap((one) => fileBackend(one) ?? []))];
}

/** The file with a stack's state. */
export function stateFile(backend: string, { program, stack }: StateName): string {
  return join(backend, '.pulumi/stacks', program, `${stack}.json`);
}

function names(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}

/** Every stack that a backend has. */
export function listStates(backend: string): StateName[] {
  const folder = join(backend, '.pulumi/stacks');
  return names(folder).flatMap((program) =>
    names(join(folder, program))
      // Beside each are its backup and its attributes.
      .filter((file) => file.endsWith('.json'))
      .map((file) => ({ program, stack: file.slice(0, -'.json'.length) })),
  );
}

/**
 * Reads a stack's state.
 *
 * @returns undefined when there is none.
 * @throws SyntaxError when it is no JSON: it was cut off.
 */
export function readState(backend: string, name: StateName): StackState | undefined {
  const file = stateFile(backend, name);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as StackState) : undefined;
}

/** The folder with a stack's locks. */
export function locksFolder(backend: string, { program, stack }: StateName): string {
  return join(backend, '.pulumi/locks/organization', program, stack);
}

/** The locks of a stack. One whose writing was cut off says nothing of its owner. */
export function readLocks(backend: string, name: StateName): StackLock[] {
  const folder = locksFolder(backend, name);
  // Beside each are its attributes.
  const files = names(folder).filter((file) => file.endsWith('.json'));
  return files.map((file) => {
    try {
      return JSON.parse(readFileSync(join(folder, file), 'utf8')) as StackLock;
    } catch {
      return {};
    }
  });
}
