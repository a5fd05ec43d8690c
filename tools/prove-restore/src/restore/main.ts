// SPDX-License-Identifier: Apache-2.0
import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { runToEnd } from '../run-to-end.ts';
import type { CommandRun } from '../run-to-end.ts';
import { parseRestore, usage } from './command-line.ts';
import { restore } from './restore.ts';

const root = resolve(import.meta.dirname, '../../../..');

const told: ReadonlySet<string> = new Set(['ProveError', 'ToolchainError', 'ApiError', 'RunError']);

/** Milliseconds between two looks at something that is waited for. */
const pause = 5_000;

/** Asks for the name of the cluster, which nobody types by mistake. */
async function confirm(cluster: string, { progress, stop }: CommandRun): Promise<boolean> {
  progress.end();
  if (!process.stdin.isTTY) {
    console.error('Without a terminal nobody can be asked: add --yes.');
    return false;
  }
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await lines.question(`Type "${cluster}" to go on: `, { signal: stop.signal });
  lines.close();
  return answer.trim() === cluster;
}

/** @returns the exit code. */
async function run(argv: readonly string[], context: CommandRun): Promise<number> {
  const question = parseRestore(argv);
  if (question === undefined) {
    console.log(usage);
    return 0;
  }
  return restore(question, {
    root,
    env: process.env,
    signal: context.stop.signal,
    tell: context.progress.tell,
    print: (text) => console.log(text),
    confirm: () => confirm(question.cluster, context),
    pause,
  });
}

await runToEnd({ told, afterStop: 'The same command goes on there.' }, run);
