// SPDX-License-Identifier: Apache-2.0
import { claim, clearDeadClaims } from '@strata/toolchain';
import type { Instance } from './instance.ts';
import { UserError } from './user-error.ts';

/**
 * Runs `work` while no other command changes the same sandbox. The lock of a command that was killed does not count.
 *
 * @throws UserError when another command is at it.
 */
export async function withLock<T>(instance: Instance, work: () => Promise<T>): Promise<T> {
  await clearDeadClaims(instance.dir);
  // Nobody makes the folder that is claimed: the claim alone is the lock.
  const lock = await claim(instance.lock, {
    isDone: () => Promise.resolve(false),
    onWait: (pid, seconds) => {
      // Two commands that begin at the same moment both give way; after a second, one of them has the lock.
      if (seconds === 0) return;
      throw new UserError(
        `Another command (process ${pid}) is changing sandbox ${instance.name}: wait until it is done.`,
      );
    },
  });
  try {
    return await work();
  } finally {
    await lock?.release();
  }
}
