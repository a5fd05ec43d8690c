// SPDX-License-Identifier: Apache-2.0
import { proofFile } from '@strata/contracts/restore-proof';
import { writeFileAtomically } from '@strata/manifests';
import { constants } from 'node:os';
import { join, resolve } from 'node:path';
import { CommandLineError, parseQuestion, usage } from './command-line.ts';
import { Progress } from './progress.ts';
import { proofText } from './proof-text.ts';
import { prove } from './prove.ts';

const root = resolve(import.meta.dirname, '../../..');
const wrongUsage = 2;

/** Errors whose message is for people. */
const told: ReadonlySet<string> = new Set(['ProveError', 'ToolchainError']);

type Signal = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

/** Why a run is stopped. */
class Stopped extends Error {
  readonly code: number;

  constructor(message: string, code: number) {
    super(message);
    this.code = code;
  }
}

const stop = new AbortController();
const progress = new Progress((line) => console.error(line));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] satisfies Signal[]) {
  process.once(signal, () =>
    stop.abort(new Stopped(`Stopped while ${progress.step}.`, 128 + constants.signals[signal])),
  );
}

/** Stops the run when it takes too long. */
function limit(minutes: number): void {
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
async function run(argv: readonly string[]): Promise<number> {
  const question = parseQuestion(argv);
  if (question === undefined) {
    console.log(usage);
    return 0;
  }
  limit(question.timeout);
  const { tell } = progress;
  const proof = await prove(question, { root, env: process.env, signal: stop.signal, tell });
  stop.signal.throwIfAborted();
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

/** Says why a run has failed. @returns the exit code. */
function explain(error: unknown): number {
  const reason: unknown = stop.signal.aborted ? stop.signal.reason : error;
  if (reason instanceof Stopped) {
    console.error(reason.message);
    return reason.code;
  }
  if (!(reason instanceof Error) || !told.has(reason.name)) throw error;
  console.error(reason.message);
  return reason instanceof CommandLineError ? wrongUsage : 1;
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  process.exitCode = explain(error);
} finally {
  progress.end();
}
