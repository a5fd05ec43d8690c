// SPDX-License-Identifier: Apache-2.0
import { resolve } from 'node:path';
import { confirmCluster } from '../confirm-cluster.ts';
import { runToEnd } from '../run-to-end.ts';
import type { CommandRun } from '../run-to-end.ts';
import { parseRestore, usage } from './command-line.ts';
import { restore } from './restore.ts';

const root = resolve(import.meta.dirname, '../../../..');

const told: ReadonlySet<string> = new Set(['ProveError', 'ToolchainError', 'ApiError', 'RunError']);

/** Milliseconds between two looks at something that is waited for. */
const pause = 5_000;

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
    confirm: () => confirmCluster(question.cluster, context),
    pause,
  });
}

await runToEnd({ told, afterStop: 'The same command goes on there.' }, run);
