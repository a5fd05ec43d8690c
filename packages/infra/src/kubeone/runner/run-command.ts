// SPDX-License-Identifier: Apache-2.0
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** One run of kubeone. */
export interface KubeoneRun {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Gets each line as it comes. Absent: it is not shown, for it is secret. */
  readonly onLine?: (line: string) => void;
}

/** How it ended. */
export interface KubeoneResult {
  /** 128 and the signal's number are not told apart from it: -1 when it was killed. */
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function collect(stream: Readable, onLine?: (line: string) => void): Promise<string> {
  const lines: string[] = [];
  for await (const line of createInterface({ input: stream })) {
    lines.push(line);
    onLine?.(line);
  }
  return lines.join('\n');
}

/**
 * Runs kubeone to its end. A signal is handed on: KubeOne finishes its step on the hosts before it
 * stops, and so does Pulumi before us.
 */
export async function runKubeone({ args, cwd, env, onLine }: KubeoneRun): Promise<KubeoneResult> {
  // Without a terminal or input it cannot ask, and only says what it would do.
  const child = spawn('kubeone', args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const forward = (signal: NodeJS.Signals) => child.kill(signal);
  process.on('SIGINT', forward).on('SIGTERM', forward);
  try {
    const ended = new Promise<number>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve(code ?? -1));
    });
    const [exitCode, stdout, stderr] = await Promise.all([
      ended,
      collect(child.stdout, onLine),
      collect(child.stderr, onLine),
    ]);
    return { exitCode, stdout, stderr };
  } finally {
    process.removeListener('SIGINT', forward).removeListener('SIGTERM', forward);
  }
}
