// SPDX-License-Identifier: Apache-2.0
import { readdirSync, readFileSync } from 'node:fs';

/** What the kernel says of one process. @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
export interface ProcessStat {
  readonly pid: number;
  /** The first 15 letters of its program's name. */
  readonly command: string;
  readonly parent: number;
  /** When it was started, in ticks since boot: with the number, a process for good. */
  readonly startedAt: number;
  /** Of its own, in seconds. */
  readonly cpuSeconds: number;
  readonly residentMiB: number;
}

/** The kernel counts these in every configuration that is in use (`getconf CLK_TCK`, `PAGESIZE`). */
const ticksPerSecond = 100;
const pagesPerMiB = 256;

/** Reads a line of `/proc/<pid>/stat`. The name, in brackets, may hold anything. */
export function parseStat(line: string): ProcessStat {
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  // The first of these is field 3 of the manual.
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

/** One process, or undefined when it is gone. */
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
 * A process with all that it starts, also what outlives its parent. It is looked at from time to
 * time, so what lives shorter than that is not seen.
 */
export class ProcessTree {
  readonly #members = new Map<string, ProcessStat>();
  readonly #root: number;
  /** The most memory that all of them together had in one look; shared pages count in each. */
  peakMiB = 0;

  constructor(root: number) {
    this.#root = root;
  }

  /** Looks once. */
  sample(processes: readonly ProcessStat[] = allProcesses()): void {
    const known = new Set([...this.#members.values()].map(({ pid }) => pid)).add(this.#root);
    let residentMiB = 0;
    // Numbers grow, mostly: children come after their parents, or are found in the next look.
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

  /** Of all of them so far by the names of their programs, as of the last look. */
  get cpuByCommand(): Readonly<Record<string, number>> {
    const sums: Record<string, number> = {};
    for (const { command, cpuSeconds } of this.#members.values()) {
      sums[command] = (sums[command] ?? 0) + cpuSeconds;
    }
    return sums;
  }

  /** Of all of them so far, as of the last look. */
  get cpuSeconds(): number {
    return [...this.#members.values()].reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
  }
}
