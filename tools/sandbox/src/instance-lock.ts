// SPDX-License-Identifier: Apache-2.0
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Instance } from './instance.ts';
import { isAlive } from '@strata/gitops/state';
import { UserError } from './user-error.ts';

/**
 * Runs `work` while no other command changes the same sandbox. Takes over the lock of a command
 * that was killed.
 *
 * @throws UserError when another command is at it.
 */
export async function withLock<T>(instance: Instance, work: () => Promise<T>): Promise<T> {
  const owner = tryLock(instance);
  if (owner !== undefined) {
    throw new UserError(
      `Another command (process ${owner}) is changing sandbox ${instance.name}: wait until it is done.`,
    );
  }
  try {
    return await work();
  } finally {
    rmSync(instance.lockFile, { force: true });
  }
}

/**
 * Tries to take the lock; returns the id of the process that holds it, or undefined when this
 * process now holds it.
 */
function tryLock({ lockFile }: Instance): number | undefined {
  for (;;) {
    try {
      writeFileSync(lockFile, String(process.pid), { flag: 'wx', mode: 0o600 });
      return undefined;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const owner = Number(readFileSync(lockFile, 'utf8'));
    if (isAlive(owner)) return owner;
    rmSync(lockFile, { force: true });
  }
}
