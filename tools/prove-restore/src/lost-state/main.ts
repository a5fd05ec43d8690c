// SPDX-License-Identifier: Apache-2.0
import { resolve } from 'node:path';
import { confirmCluster } from '../confirm-cluster.ts';
import { runToEnd } from '../run-to-end.ts';
import type { CommandRun } from '../run-to-end.ts';
import { parseLostState, usage } from './command-line.ts';
import { restoreState } from './restore-state.ts';

const root = resolve(import.meta.dirname, '../../../..');

const told: ReadonlySet<string> = new Set(['ProveError', 'ApiError', 'RunError']);

/** @returns the exit code. */
async function run(argv: readonly string[], context: CommandRun): Promise<number> {
  const question = parseLostState(argv);
  if (question === undefined) {
    console.log(usage);
    return 0;
  }
  return restoreState(question, {
    root,
    env: process.env,
    signal: context.stop.signal,
    tell: context.progress.tell,
    print: (text) => console.log(text),
    confirm: () => confirmCluster(question.cluster, context),
  });
}

await runToEnd({ told, afterStop: 'The same command goes on there.' }, run);
