// SPDX-License-Identifier: Apache-2.0
import { constants } from 'node:os';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { CommandLineError } from '../command-line.ts';
import { Progress } from '../progress.ts';
import { parseRestore, usage } from './command-line.ts';
import { restore } from './restore.ts';

const root = resolve(import.meta.dirname, '../../../..');
const wrongUsage = 2;

/** Errors whose message is for people. */
const told: ReadonlySet<string> = new Set(['ProveError', 'ToolchainError', 'ApiError', 'RunError']);

/** Milliseconds between two looks at something that is waited for. */
const pause = 5_000;

const stop = new AbortController();
const progress = new Progress((line) => console.error(line));
let code: number | undefined;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    code = 128 + constants.signals[signal];
    stop.abort();
  });
}

/** Asks for the name of the cluster, which nobody types by mistake. */
async function confirm(cluster: string): Promise<boolean> {
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
async function run(argv: readonly string[]): Promise<number> {
  const question = parseRestore(argv);
  if (question === undefined) {
    console.log(usage);
    return 0;
  }
  return restore(question, {
    root,
    env: process.env,
    signal: stop.signal,
    tell: progress.tell,
    print: (text) => console.log(text),
    confirm: () => confirm(question.cluster),
    pause,
  });
}

/** Says why a run has failed. @returns the exit code. */
function explain(error: unknown): number {
  if (code !== undefined) {
    console.error(`Stopped while ${progress.step}. The same command goes on there.`);
    return code;
  }
  if (!(error instanceof Error) || !told.has(error.name)) throw error;
  console.error(error.message);
  return error instanceof CommandLineError ? wrongUsage : 1;
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  process.exitCode = explain(error);
} finally {
  progress.end();
}
