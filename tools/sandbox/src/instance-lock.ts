// SPDX-License-Identifier: Apache-2.0
import { claim, claimantOf, clearDeadClaims } from '@strata/toolchain';
import type { Instance } from './instance.ts';
import { UserError } from './user-error.ts';

/** Errors of a file system without room for another file. */
const fullDisk: readonly (string | undefined)[] = ['EDQUOT', 'ENOSPC'];

function otherCommand({ name }: Instance, pid: number): UserError {
  return new UserError(
    `Another command (process ${pid}) is changing sandbox ${name}: wait until it is done.`,
  );
}

/** Takes the lock; undefined where it cannot be made, which only a command that frees space accepts. */
async function takeLock(instance: Instance, freesSpace: boolean) {
  try {
    // Nobody makes the folder that is claimed: the claim alone is the lock.
    return await claim(instance.lock, {
      isDone: () => Promise.resolve(false),
      onWait: (pid) => {
        throw otherCommand(instance, pid);
      },
    });
  } catch (error) {
    if (!freesSpace || !fullDisk.includes((error as NodeJS.ErrnoException).code)) throw error;
    const other = await claimantOf(instance.lock);
    if (other !== undefined) throw otherCommand(instance, other);
    return undefined;
  }
}

/**
 * Runs `work` while no other command changes the same sandbox. The lock of a command that was killed does not count.
 *
 * @param freesSpace - whether the work stops or deletes the sandbox, and so goes on without a lock where a
 *   full disk has no room for one. @default false
 * @throws UserError when another command is at it.
 */
export async function withLock<T>(
  instance: Instance,
  work: () => Promise<T>,
  { freesSpace = false }: { readonly freesSpace?: boolean } = {},
): Promise<T> {
  await clearDeadClaims(instance.dir);
  const lock = await takeLock(instance, freesSpace);
  try {
    return await work();
  } finally {
    await lock?.release();
  }
}
