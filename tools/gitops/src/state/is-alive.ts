// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';

/**
 * Whether a process has ended and only its entry is left: in a container whose first process takes
 * no notice of those that it inherits, such entries stay.
 *
 * @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
 */
function isZombie(pid: number): boolean {
  try {
    // Behind the name, which may have brackets.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.startsWith('Z') ?? false;
  } catch {
    // Not Linux.
    return false;
  }
}

/** Whether a process with that id runs, whoever owns it. */
export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
