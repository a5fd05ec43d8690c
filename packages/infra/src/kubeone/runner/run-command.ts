// SPDX-License-Identifier: Apache-2.0
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { DrainWatch } from './drain-watch.ts';

/** Options of one run of kubeone. */
export interface KubeoneRun {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Receives each line as it is printed. Absent when the output is secret and must not be shown. */
  readonly onLine?: (line: string) => void;
  /** Follows the drains, and ends the run where one takes too long. */
  readonly drains?: DrainWatch;
}

/** Result of one run of kubeone. */
export interface KubeoneResult {
  /** Exit code; -1 when a signal ended the process. */
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Why the run was ended before KubeOne was done; absent in all other runs. */
  readonly stopped?: string;
}

/** Milliseconds between two looks at a drain. */
const lookEvery = 1_000;

async function collect(stream: Readable, onLine?: (line: string) => void): Promise<string> {
  const lines: string[] = [];
  for await (const line of createInterface({ input: stream })) {
    lines.push(line);
    onLine?.(line);
  }
  return lines.join('\n');
}

/**
 * Runs kubeone and waits for its end. Passes SIGINT and SIGTERM on to it: KubeOne handles neither, so
 * it ends at once, and what it has started on a host may go on without it.
 */
export async function runKubeone(run: KubeoneRun): Promise<KubeoneResult> {
  const { args, cwd, drains, env, onLine } = run;
  // Without a terminal or input KubeOne cannot ask for consent, so it only prints its plan.
  const child = spawn('kubeone', args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const forward = (signal: NodeJS.Signals) => child.kill(signal);
  process.on('SIGINT', forward).on('SIGTERM', forward);
  let stopped: string | undefined;
  const look = () => {
    stopped ??= drains?.check(Date.now());
    if (stopped !== undefined) child.kill();
  };
  const looking = drains && setInterval(look, lookEvery);
  const onLogLine = (line: string) => {
    onLine?.(line);
    drains?.read(line, Date.now());
  };
  try {
    const ended = new Promise<number>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve(code ?? -1));
    });
    const [exitCode, stdout, stderr] = await Promise.all([
      ended,
      collect(child.stdout, onLine),
      collect(child.stderr, onLogLine),
    ]);
    return { exitCode, stdout, stderr, ...(stopped !== undefined && { stopped }) };
  } finally {
    clearInterval(looking);
    process.removeListener('SIGINT', forward).removeListener('SIGTERM', forward);
  }
}
