// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';

/** Ticks of a second in `/proc`: `USER_HZ` of Linux, on every processor. */
const ticksPerSecond = 100;

/**
 * Returns the time at which a process has started, in milliseconds since 1970. It may be up to a second too early.
 *
 * @returns undefined when there is no such process, or this system is not Linux.
 * @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html (starttime)
 * @see https://man7.org/linux/man-pages/man5/proc_stat.5.html (btime)
 */
export function processStart(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in parentheses, may contain any character: fields are counted after it.
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    const boot = /^btime (\d+)$/m.exec(readFileSync('/proc/stat', 'utf8'))?.[1];
    if (ticks === undefined || boot === undefined) return undefined;
    return (Number(boot) + Number(ticks) / ticksPerSecond) * 1_000;
  } catch {
    return undefined;
  }
}
