// SPDX-License-Identifier: Apache-2.0
import { confirmCluster } from '../confirm-cluster.ts';
import { runToEnd } from '../run-to-end.ts';
import type { CommandRun } from '../run-to-end.ts';
import { parseVolumes, usage } from './command-line.ts';
import { restoreVolumes } from './restore-volumes.ts';

const told: ReadonlySet<string> = new Set(['ProveError', 'ApiError', 'RunError']);

/** Milliseconds between two looks at something that is waited for. */
const pause = 2_000;

/** @returns the exit code. */
async function run(argv: readonly string[], context: CommandRun): Promise<number> {
  const question = parseVolumes(argv);
  if (question === undefined) {
    console.log(usage);
    return 0;
  }
  return restoreVolumes(question, {
    env: process.env,
    signal: context.stop.signal,
    tell: context.progress.tell,
    print: (text) => console.log(text),
    confirm: () => confirmCluster(question.cluster, context),
    pause,
    now: Date.now,
  });
}

await runToEnd({ told, afterStop: 'The same command goes on there.' }, run);
