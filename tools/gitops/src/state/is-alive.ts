// SPDX-License-Identifier: Apache-2.0
import { statOf } from '@strata/toolchain/process-stat';

/**
 * Returns whether a process has ended and only its entry is left. In a container whose first
 * process does not reap the children that it inherits, such entries stay. A system other than Linux
 * says nothing of it.
 */
const isZombie = (pid: number) => statOf(pid)?.state === 'Z';

/** Returns whether a process with this id runs, whoever owns it. */
export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
