// SPDX-License-Identifier: Apache-2.0
import { proofFile } from '@strata/contracts/restore-proof';
import { writeFileAtomically } from '@strata/manifests';
import { join, resolve } from 'node:path';
import { parseQuestion, usage } from './command-line.ts';
import { proofText } from './proof-text.ts';
import { prove } from './prove.ts';
import { runToEnd, Stopped } from './run-to-end.ts';
import type { CommandRun } from './run-to-end.ts';

const root = resolve(import.meta.dirname, '../../..');

const told: ReadonlySet<string> = new Set(['ProveError', 'ToolchainError']);

/** Stops the run when it takes too long. */
function limit(minutes: number, { progress, stop }: CommandRun): void {
  const end = () =>
    stop.abort(
      new Stopped(
        `Not done after ${minutes} minutes, while ${progress.step}: give it longer with --timeout.`,
        1,
      ),
    );
  setTimeout(end, minutes * 60_000).unref();
}

/** @returns the exit code. */
async function run(argv: readonly string[], context: CommandRun): Promise<number> {
  const question = parseQuestion(argv);
  if (question === undefined) {
    console.log(usage);
    return 0;
  }
  limit(question.timeout, context);
  const { tell } = context.progress;
  const { signal } = context.stop;
  const proof = await prove(question, { root, env: process.env, signal, tell });
  signal.throwIfAborted();
  if (proof === undefined) {
    console.error(`${question.environment}.${question.cluster} has no backups.`);
    return 0;
  }
  const file = proofFile(proof.environment, proof.cluster);
  const text = JSON.stringify(proof, undefined, 2);
  writeFileAtomically(join(root, file), `${text}\n`);
  console.log(question.isJson ? text : `${proofText(proof)}\n  proof      ${file}`);
  return proof.verdict === 'restorable' ? 0 : 1;
}

await runToEnd({ told }, run);
