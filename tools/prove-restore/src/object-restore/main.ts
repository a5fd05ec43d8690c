// SPDX-License-Identifier: Apache-2.0
import { resolve } from 'node:path';
import { confirmCluster } from '../confirm-cluster.ts';
import { runToEnd } from '../run-to-end.ts';
import type { CommandRun } from '../run-to-end.ts';
import { parseObjects, usage } from './command-line.ts';
import { restoreObjects } from './restore-objects.ts';

const root = resolve(import.meta.dirname, '../../../..');

const told: ReadonlySet<string> = new Set(['ProveError', 'ToolchainError', 'ApiError', 'RunError']);

/** Milliseconds between two looks at something that is waited for. */
const pause = 500;

/** @returns the exit code. */
async function run(argv: readonly string[], context: CommandRun): Promise<number> {
  const question = parseObjects(argv);
  if (question === undefined) {
    console.log(usage);
    return 0;
  }
  return restoreObjects(question, {
    root,
    env: process.env,
    signal: context.stop.signal,
    tell: context.progress.tell,
    print: (text) => console.log(text),
    confirm: () => confirmCluster(question.target, context),
    pause,
    now: Date.now,
  });
}

const afterStop = 'What was made stays; the same command goes on there.';

await runToEnd({ told, afterStop }, run);
