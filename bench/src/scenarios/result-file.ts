// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Sample } from './sample.ts';

/** What a run was made on: ratios travel, seconds do not. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGiB: number;
  /** Linux, the first two numbers of its version. */
  readonly kernel: string;
  readonly node: string;
  /** Of the minute before, in runnable processes: above 0.5 others were at work. */
  readonly loadBefore: number;
}

/** Everything that one run of the bench has measured. */
export interface Results {
  readonly at: string;
  readonly commit: string;
  readonly machine: Machine;
  readonly samples: readonly Sample[];
}

/** The folder of recorded results. */
export const resultsFolder = join(import.meta.dirname, '../../results');

/** Facts of this machine, now. */
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

/** A sample with as many digits as mean something. */
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

export function writeResults(file: string, results: Results): void {
  mkdirSync(join(file, '..'), { recursive: true });
  const { samples, ...rest } = results;
  // A sample a line: a diff of two runs can be read.
  const lines = samples.map((sample) => `    ${JSON.stringify(roundSample(sample))}`);
  const head = JSON.stringify(rest, null, 2).replace(/\n\}$/, '');
  writeFileSync(file, `${head},\n  "samples": [\n${lines.join(',\n')}\n  ]\n}\n`);
}

/** Undefined where nothing was recorded yet. */
export function readResults(file: string): Results | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Results;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
