// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';

/**
 * Returns whether a process has ended and only its entry is left. In a container whose first
 * process does not reap the children that it inherits, such entries stay.
 *
 * @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
 */
function isZombie(pid: number): boolean {
  try {
    // The state follows the name, which may contain brackets.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.startsWith('Z') ?? false;
  } catch {
    // This system is not Linux.
    return false;
  }
}

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
