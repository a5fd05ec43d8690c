// SPDX-License-Identifier: Apache-2.0
import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/** How nice a process is that gives way: beside one that does not, it gets a quarter of a processor. */
export const niceness = 5;

/**
 * Lets a process that leads a session of its own, with all that it starts, give way to those of other
 * sessions. Niceness alone does not: where the kernel has autogroups, it divides the processors between
 * sessions first, each by the niceness of its group, and niceness counts only within one.
 *
 * @see https://man7.org/linux/man-pages/man7/sched.7.html ("The autogroup feature")
 */
export function giveWay(pid: number): void {
  setPriority(pid, niceness);
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(niceness));
  } catch {
    // No autogroups here, or none that may be changed: the tests run all the same.
  }
}
