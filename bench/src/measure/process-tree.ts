// SPDX-License-Identifier: Apache-2.0
import { statOf } from '@strata/toolchain/process-stat';
import type { ProcessStat } from '@strata/toolchain/process-stat';
import { readdirSync } from 'node:fs';

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
