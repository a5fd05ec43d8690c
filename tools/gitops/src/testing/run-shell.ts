// SPDX-License-Identifier: Apache-2.0
import { spawn } from 'node:child_process';

/** Surroundings of a job's scripts. */
export interface Place {
  /** Checkout: scripts run in it, and the files that define them are read from it. */
  readonly root: string;
  /** Complete environment variables. */
  readonly env: Readonly<Record<string, string>>;
  /** Wraps a command so that it runs elsewhere, such as in other namespaces. @default no wrapper */
  readonly enter?: (command: readonly string[]) => readonly string[];
}

/** Runs a script as the runners of both forges do: the first command that fails ends it. */
export function runShell(
  script: string,
  { enter = (command) => command, env, root }: Place,
): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const bash = ['bash', '--noprofile', '--norc', '-eo', 'pipefail', '-c', script];
    const [file = '', ...args] = enter(bash);
    const child = spawn(file, args, { cwd: root, env });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
