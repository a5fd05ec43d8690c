// SPDX-License-Identifier: Apache-2.0
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stackEnvironment } from '../run/stack-environment.ts';

/** Stack in a backend. */
export interface StateName {
  readonly program: string;
  readonly stack: string;
}

/**
 * Content of a lock of Pulumi's file backend.
 *
 * @see https://github.com/pulumi/pulumi/blob/v3.259.0/pkg/backend/diy/lock.go
 */
export interface StackLock {
  readonly pid?: number;
  readonly username?: string;
  readonly hostname?: string;
  /** Time in ISO 8601. */
  readonly timestamp?: string;
}

/** Part of a stack's state that shows whether it is complete. */
export interface StackState {
  /** Features without which Pulumi does not read the state. */
  readonly features?: readonly string[];
  readonly checkpoint?: {
    readonly latest?: {
      readonly manifest?: { readonly version?: string };
      readonly pending_operations?: readonly unknown[];
    };
  };
}

/**
 * Returns the folder of the file backend that commands use.
 *
 * @returns undefined when the backend is another one, such as a bucket.
 */
export function fileBackend(env: NodeJS.ProcessEnv): string | undefined {
  const [url = ''] = (env.PULUMI_BACKEND_URL ?? '').split('?');
  if (!url.startsWith('file://')) return undefined;
  // `file://~` is Pulumi's own notation for the home folder.
  if (url.startsWith('file://~')) return resolve(env.HOME ?? '/', url.slice('file://~/'.length));
  try {
    return fileURLToPath(url);
  } catch {
    return resolve(url.slice('file://'.length));
  }
}

/**
 * Returns every folder that is the file backend of one of these environments; without environments,
 * that of plain Pulumi.
 */
export function fileBackends(env: NodeJS.ProcessEnv, environments: readonly string[]): string[] {
  const all =
    environments.length === 0 ? [env] : environments.map((one) => stackEnvironment(env, one));
  return [...new Set(all.flatMap((one) => fileBackend(one) ?? []))];
}

/** Returns the path of the file with a stack's state. */
export function stateFile(backend: string, { program, stack }: StateName): string {
  return join(backend, '.pulumi/stacks', program, `${stack}.json`);
}

function names(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}

/** Returns every stack in a backend. */
export function listStates(backend: string): StateName[] {
  const folder = join(backend, '.pulumi/stacks');
  return names(folder).flatMap((program) =>
    names(join(folder, program))
      // Each state has its backup and its attributes beside it.
      .filter((file) => file.endsWith('.json'))
      .map((file) => ({ program, stack: file.slice(0, -'.json'.length) })),
  );
}

/**
 * Reads a stack's state.
 *
 * @returns undefined when there is no state.
 * @throws SyntaxError when it is not JSON because it was cut off.
 */
export function readState(backend: string, name: StateName): StackState | undefined {
  const file = stateFile(backend, name);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as StackState) : undefined;
}

/**
 * Feature of a state that the journal of an update continues. When the update has ended, the state has
 * it no more.
 *
 * @see docs/upstream/diy-journal.md
 */
export const journalFeature = 'diyJournal';

/** Returns the path of the folder with a stack's locks. */
export function locksFolder(backend: string, { program, stack }: StateName): string {
  return join(backend, '.pulumi/locks/organization', program, stack);
}

/** Returns the locks of a stack. A lock that was cut off does not name its owner. */
export function readLocks(backend: string, name: StateName): StackLock[] {
  const folder = locksFolder(backend, name);
  // Each lock has its attributes beside it.
  const files = names(folder).filter((file) => file.endsWith('.json'));
  return files.map((file) => {
    try {
      return JSON.parse(readFileSync(join(folder, file), 'utf8')) as StackLock;
    } catch {
      return {};
    }
  });
}

/** Part of an entry of a stack's history. */
interface HistoryEntry {
  readonly result?: string;
}

/**
 * Returns how the last operation on a stack that came to an end has ended, such as `succeeded` or `failed`.
 * A killed one leaves no entry.
 *
 * @returns undefined when there was none, or the entry was cut off.
 * @see https://github.com/pulumi/pulumi/blob/v3.259.0/pkg/backend/diy/state.go (addToHistory)
 */
export function lastResult(backend: string, { program, stack }: StateName): string | undefined {
  const folder = join(backend, '.pulumi/history', program, stack);
  // Their names end with the time in nanoseconds.
  const last = names(folder).findLast((file) => file.endsWith('.history.json'));
  if (last === undefined) return undefined;
  try {
    return (JSON.parse(readFileSync(join(folder, last), 'utf8')) as HistoryEntry).result;
  } catch {
    return undefined;
  }
}
