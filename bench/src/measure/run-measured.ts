// SPDX-License-Identifier: Apache-2.0
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { statOf } from '@strata/toolchain/process-stat';
import { ProcessTree } from './process-tree.ts';
import { WrittenState } from './written-state.ts';

/** Command, and where it runs. */
export interface Command {
  readonly args: readonly [string, ...string[]];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /**
   * Exit codes that do not count as failure: `kubectl diff` returns 1 for "differs". @default only
   * 0
   */
  readonly goodCodes?: readonly number[];
}

/** Things that are observed during a run. */
export interface Watched {
  /** Folder of the state, if the tool has one. */
  readonly stateFolder?: string;
  /** Processes of the yard, whose work for the command is counted separately. */
  readonly servers?: readonly number[];
}

/** Measurements of one run of a command. */
export interface Measured {
  readonly seconds: number;
  /** CPU time of the command and all that it started. */
  readonly cpuSeconds: number;
  /** The same by program, as far as the samples have seen it. */
  readonly cpuBy: Readonly<Record<string, number>>;
  /** Peak of the resident memory of the same processes. */
  readonly peakMiB: number;
  /** CPU time of the API servers and etcd during the run. */
  readonly serverCpuSeconds: number;
  /** Bytes written to the state's folder, all files together. */
  readonly stateBytes: number;
}

/** Name of a measurement that is one number. */
export type Figure = Exclude<keyof Measured, 'cpuBy'>;

/** Run with its output. */
export interface Run extends Measured {
  readonly stdout: string;
}

const sampleEvery = 100;

const stopping = new AbortController();
/** Aborted by {@link interruptRuns}. */
export const interruption = stopping.signal;

/** Ends the running commands in order; no further command starts after that. */
export function interruptRuns(): void {
  stopping.abort(new Error('The bench was asked to stop.'));
}

/**
 * Shell code that prints the CPU time of the command and its children, which samples do not measure
 * exactly.
 */
const timed = '"$@"; code=$?; times >&3; exit $code';

/** Returns the seconds in the last line of `times`: user and system time of children. */
export function parseTimes(said: string): number {
  const last = said.trim().split('\n').at(-1) ?? '';
  return [...last.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  );
}

const cpuOf = (pids: readonly number[]) =>
  pids.reduce((sum, pid) => sum + (statOf(pid)?.cpuSeconds ?? 0), 0);

/** Returns all data from a pipe. */
const textOf = (pipe: unknown) => text(pipe as NodeJS.ReadableStream);

/** Error of a failed command; its message contains the last output. */
export class CommandError extends Error {
  override readonly name = 'CommandError';

  constructor(args: readonly string[], code: number, said: string) {
    // Pulumi prints its reasons before the outputs and resources that it has made all the same.
    const [, reasons = said] = /^Diagnostics:\n([^]*?)^(?:Outputs|Resources):/m.exec(said) ?? [];
    const last = reasons.trim().split('\n').slice(-25).join('\n  ');
    super(`"${args.slice(0, 6).join(' ')}" ended with code ${code}:\n  ${last}`);
  }
}

/**
 * Runs a command, waits until it ends, and measures it.
 *
 * @throws CommandError when it fails.
 */
export async function runMeasured(
  { args, cwd, env, goodCodes = [0] }: Command,
  { stateFolder, servers = [] }: Watched = {},
): Promise<Run> {
  interruption.throwIfAborted();
  const written = stateFolder === undefined ? undefined : new WrittenState(stateFolder);
  const serversBefore = cpuOf(servers);
  const begin = performance.now();
  const child = spawn('/bin/sh', ['-c', timed, 'sh', ...args], {
    cwd,
    env,
    // A process group of its own can be interrupted as by a terminal, with everything that the
    // command has started, so that it ends in order.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const interrupt = () => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGINT');
  };
  interruption.addEventListener('abort', interrupt, { once: true });
  const tree = new ProcessTree(child.pid ?? 0);
  const timer = setInterval(() => tree.sample(), sampleEvery);
  try {
    const times = textOf(child.stdio[3]);
    const [stdout, stderr, code] = await Promise.all([
      textOf(child.stdout),
      textOf(child.stderr),
      new Promise<number>((resolve, reject) => {
        child.once('error', reject);
        child.once('exit', (status) => resolve(status ?? 128));
      }),
    ]);
    const seconds = (performance.now() - begin) / 1_000;
    if (!goodCodes.includes(code)) throw new CommandError(args, code, stdout + stderr);
    return {
      seconds,
      cpuSeconds: Math.max(tree.cpuSeconds, parseTimes(await times)),
      cpuBy: tree.cpuByCommand,
      peakMiB: tree.peakMiB,
      serverCpuSeconds: cpuOf(servers) - serversBefore,
      stateBytes: (await written?.stop()) ?? 0,
      stdout,
    };
  } finally {
    clearInterval(timer);
    interruption.removeEventListener('abort', interrupt);
    await written?.stop();
  }
}
