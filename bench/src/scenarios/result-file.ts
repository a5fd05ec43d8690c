// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import { cpus, loadavg, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { readRecord, writeRecord, writtenRecord } from './recorded-file.ts';
import type { Sample } from './sample.ts';

/** Machine of a run. Ratios are comparable between machines, seconds are not. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGiB: number;
  /** First two numbers of the version of Linux. */
  readonly kernel: string;
  readonly node: string;
  /**
   * Load of the minute before the run, in runnable processes; above 0.5, other programs were
   * working.
   */
  readonly loadBefore: number;
}

/** Results of one run of the bench. */
export interface Results {
  readonly at: string;
  readonly commit: string;
  readonly machine: Machine;
  readonly samples: readonly Sample[];
}

/** Folder of recorded results. */
export const resultsFolder = join(import.meta.dirname, '../../results');

/** Returns the present facts of this machine. */
export function machineFacts(): Machine {
  const [first] = cpus();
  return {
    cpu: first?.model ?? 'unknown',
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    kernel: release().split('.').slice(0, 2).join('.'),
    node: process.version,
    loadBefore: Math.round((loadavg()[0] ?? 0) * 100) / 100,
  };
}

export function currentCommit(): string {
  try {
    const options = { cwd: import.meta.dirname, encoding: 'utf8' } as const;
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], options).trim();
  } catch {
    return 'unknown';
  }
}

const rounded = (value: number) => Math.round(value * 1_000) / 1_000;

/** Returns a sample with only significant digits. */
export function roundSample(sample: Sample): Sample {
  const { cpuSeconds, peakMiB, seconds, serverCpuSeconds } = sample;
  return {
    ...sample,
    seconds: rounded(seconds),
    cpuSeconds: rounded(cpuSeconds),
    peakMiB: rounded(peakMiB),
    serverCpuSeconds: rounded(serverCpuSeconds),
  };
}

export function writeResults(file: string, { samples, ...rest }: Results): void {
  writeRecord(file, writtenRecord(rest, 'samples', samples.map(roundSample)));
}

/** Reads recorded results; undefined when nothing was recorded yet. */
export const readResults = (file: string) => readRecord(file) as Results | undefined;
