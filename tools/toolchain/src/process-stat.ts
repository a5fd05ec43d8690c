// SPDX-License-Identifier: Apache-2.0
// Entry point `@strata/toolchain/process-stat`.
import { readFileSync } from 'node:fs';

/**
 * Clock ticks per second, which are the same in every kernel configuration in use (`getconf
 * CLK_TCK`, `PAGESIZE`).
 */
export const ticksPerSecond = 100;
const pagesPerMiB = 256;

/**
 * The kernel's data about a process.
 *
 * @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
 */
export interface ProcessStat {
  readonly pid: number;
  /** First 15 characters of its program's name. */
  readonly command: string;
  /** `Z` of a process that has ended, and whose entry nobody has taken away yet. */
  readonly state: string;
  readonly parent: number;
  /** Start time, in ticks since boot; it identifies a process together with its pid. */
  readonly startedAt: number;
  /** CPU time of the process itself, in seconds. */
  readonly cpuSeconds: number;
  readonly residentMiB: number;
}

/** Parses a line of `/proc/<pid>/stat`. The name, in brackets, may contain any character. */
export function parseStat(line: string): ProcessStat {
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  // The first element is field 3 of the manual.
  const at = (field: number) => Number(fields[field - 3]);
  return {
    pid: Number.parseInt(line, 10),
    command: line.slice(line.indexOf('(') + 1, line.lastIndexOf(')')),
    state: fields[0] ?? '',
    parent: at(4),
    startedAt: at(22),
    cpuSeconds: (at(14) + at(15)) / ticksPerSecond,
    residentMiB: at(24) / pagesPerMiB,
  };
}

/** Returns the data of a process; undefined when there is none, or this system is not Linux. */
export function statOf(pid: number | string): ProcessStat | undefined {
  try {
    return parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return undefined;
  }
}
