// SPDX-License-Identifier: Apache-2.0
import { spawn } from 'node:child_process';

/** Where the scripts of a job run. */
export interface Place {
  /** The checkout: scripts run in it, and what says which they are is read from it. */
  readonly root: string;
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Makes a command one that runs elsewhere, such as in other namespaces. @default as it is */
  readonly enter?: (command: readonly string[]) => readonly string[];
}

/** Runs a script as both forges' runners do: the first command that fails ends it. */
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
