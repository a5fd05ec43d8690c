// SPDX-License-Identifier: Apache-2.0
import { readdirSync, readFileSync } from 'node:fs';

/**
 * The kernel's data about a process.
 *
 * @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
 */
export interface ProcessStat {
  readonly pid: number;
  /** First 15 characters of its program's name. */
  readonly command: string;
  readonly parent: number;
  /** Start time, in ticks since boot; it identifies a process together with its pid. */
  readonly startedAt: number;
  /** CPU time of the process itself, in seconds. */
  readonly cpuSeconds: number;
  readonly residentMiB: number;
}

/**
 * Clock ticks per second, which are the same in every kernel configuration in use (`getconf
 * CLK_TCK`, `PAGESIZE`).
 */
const ticksPerSecond = 100;
const pagesPerMiB = 256;

/** Parses a line of `/proc/<pid>/stat`. The name, in brackets, may contain any character. */
export function parseStat(line: string): ProcessStat {
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  // The first element is field 3 of the manual.
  const at = (field: number) => Number(fields[field - 3]);
  return {
    pid: Number.parseInt(line, 10),
    command: line.slice(line.indexOf('(') + 1, line.lastIndexOf(')')),
    parent: at(4),
    startedAt: at(22),
    cpuSeconds: (at(14) + at(15)) / ticksPerSecond,
    residentMiB: at(24) / pagesPerMiB,
  };
}

/** Returns the data of a process, or undefined when it has ended. */
export function statOf(pid: number | string): ProcessStat | undefined {
  try {
    return parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return undefined;
  }
}

function allProcesses(): readonly ProcessStat[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => statOf(name) ?? []);
}

const idOf = ({ pid, startedAt }: ProcessStat) => `${pid}:${startedAt}`;

/**
 * Process with all its descendants, including those that outlive their parent. It is sampled from
 * time to time, so shorter-lived processes are not seen.
 */
export class ProcessTree {
  readonly #members = new Map<string, ProcessStat>();
  readonly #root: number;
  /**
   * Largest memory of all processes together in one sample, in MiB; shared pages count for each
   * process.
   */
  peakMiB = 0;

  constructor(root: number) {
    this.#root = root;
  }

  /** Takes one sample. */
  sample(processes: readonly ProcessStat[] = allProcesses()): void {
    const known = new Set([...this.#members.values()].map(({ pid }) => pid)).add(this.#root);
    let residentMiB = 0;
    // Start times increase, so children come after their parents, or are found in the next sample.
    for (const process of processes.toSorted((a, b) => a.startedAt - b.startedAt)) {
      const isMember =
        process.pid === this.#root || this.#members.has(idOf(process)) || known.has(process.parent);
      if (!isMember) continue;
      known.add(process.pid);
      this.#members.set(idOf(process), process);
      residentMiB += process.residentMiB;
    }
    this.peakMiB = Math.max(this.peakMiB, residentMiB);
  }

  /** CPU seconds of all processes so far by program name, as of the last sample. */
  get cpuByCommand(): Readonly<Record<string, number>> {
    const sums: Record<string, number> = {};
    for (const { command, cpuSeconds } of this.#members.values()) {
      sums[command] = (sums[command] ?? 0) + cpuSeconds;
    }
    return sums;
  }

  /** CPU seconds of all processes so far, as of the last sample. */
  get cpuSeconds(): number {
    return [...this.#members.values()].reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
  }
}
