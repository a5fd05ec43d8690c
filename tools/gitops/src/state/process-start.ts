// SPDX-License-Identifier: Apache-2.0
import { statOf, ticksPerSecond } from '@strata/toolchain/process-stat';
import { readFileSync } from 'node:fs';

/**
 * Returns the time at which a process has started, in milliseconds since 1970. It may be up to a second too early.
 *
 * @returns undefined when there is no such process, or this system is not Linux.
 * @see https://man7.org/linux/man-pages/man5/proc_stat.5.html (btime)
 */
export function processStart(pid: number): number | undefined {
  const stat = statOf(pid);
  if (stat === undefined) return undefined;
  const boot = /^btime (\d+)$/m.exec(readFileSync('/proc/stat', 'utf8'))?.[1];
  return boot === undefined ? undefined : (Number(boot) + stat.startedAt / ticksPerSecond) * 1_000;
}
