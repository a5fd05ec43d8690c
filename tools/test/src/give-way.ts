// SPDX-License-Identifier: Apache-2.0
import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/**
 * Niceness of a process that gives way: beside a process that does not, it gets a quarter of a
 * processor.
 */
export const niceness = 5;

/**
 * Makes a process that leads a session of its own, and everything it starts, give way to other
 * sessions. Niceness alone is not enough: where the kernel has autogroups, it first divides the
 * processors between sessions, by the niceness of their groups. The niceness of a process counts
 * only within its group.
 *
 * @see https://man7.org/linux/man-pages/man7/sched.7.html ("The autogroup feature")
 */
export function giveWay(pid: number): void {
  setPriority(pid, niceness);
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(niceness));
  } catch {
    // There are no autogroups, or they may not be changed. The tests run all the same.
  }
}
