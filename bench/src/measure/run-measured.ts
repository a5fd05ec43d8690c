// SPDX-License-Identifier: Apache-2.0
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { ProcessTree, statOf } from './process-tree.ts';
import { WrittenState } from './written-state.ts';

/** What is run, and where. */
export interface Command {
  readonly args: readonly [string, ...string[]];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Exit codes that are no failure: `kubectl diff` says 1 for "differs". @default 0 alone */
  readonly goodCodes?: readonly number[];
}

/** What is watched meanwhile. */
export interface Watched {
  /** The folder of the state, if the tool has one. */
  readonly stateFolder?: string;
  /** Processes of the yard, whose work for the command is counted apart. */
  readonly servers?: readonly number[];
}

/** What one run of a command took. */
export interface Measured {
  readonly seconds: number;
  /** Of the command and all that it started. */
  readonly cpuSeconds: number;
  /** The same by program, as far as looks now and then have seen it. */
  readonly cpuBy: Readonly<Record<string, number>>;
  /** Resident memory of the same at its peak. */
  readonly peakMiB: number;
  /** Of the API servers and etcd meanwhile. */
  readonly serverCpuSeconds: number;
  /** Written to the state's folder, all files together. */
  readonly stateBytes: number;
}

/** Whatever of it is one number. */
export type Figure = Exclude<keyof Measured, 'cpuBy'>;

/** What a run said. */
export interface Run extends Measured {
  readonly stdout: string;
}

const sampleEvery = 100;

const stopping = new AbortController();
const interruption = stopping.signal;

/** Ends what runs, in good order; nothing more is run after that. */
export function interruptRuns(): void {
  stopping.abort(new Error('The bench was asked to stop.'));
}

/** Says how much CPU it and its children took, which a look now and then does not see exactly. */
const timed = '"$@"; code=$?; times >&3; exit $code';

/** Seconds of the last line of `times`: user and system time of children. */
export function parseTimes(said: string): number {
  const last = said.trim().split('\n').at(-1) ?? '';
  return [...last.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  );
}

const cpuOf = (pids: readonly number[]) =>
  pids.reduce((sum, pid) => sum + (statOf(pid)?.cpuSeconds ?? 0), 0);

/** All that comes out of a pipe. */
const textOf = (pipe: unknown) => text(pipe as NodeJS.ReadableStream);

/** A command that failed; what it said last is in the message. */
export class CommandError extends Error {
  override readonly name = 'CommandError';

  constructor(args: readonly string[], code: number, said: string) {
    // Pulumi's reasons come before what it has made all the same.
    const [, reasons = said] = /^Diagnostics:\n([^]*?)^(?:Outputs|Resources):/m.exec(said) ?? [];
    const last = reasons.trim().split('\n').slice(-25).join('\n  ');
    super(`"${args.slice(0, 6).join(' ')}" ended with code ${code}:\n  ${last}`);
  }
}

/**
 * Runs a command to its end and measures it.
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
    ...{ cwd, env },
    // Asked to end as a terminal would ask: with all that it has started, which ends in good order.
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
