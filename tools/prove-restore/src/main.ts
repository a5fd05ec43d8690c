// SPDX-License-Identifier: Apache-2.0
import { proofFile } from '@strata/contracts/restore-proof';
import { writeFileAtomically } from '@strata/manifests';
import { constants } from 'node:os';
import { join, resolve } from 'node:path';
import { CommandLineError, parseQuestion, usage } from './command-line.ts';
import { proofText } from './proof-text.ts';
import { prove } from './prove.ts';

const root = resolve(import.meta.dirname, '../../..');
const wrongUsage = 2;

/** Errors whose message is for people. */
const told: ReadonlySet<string> = new Set(['ProveError', 'ToolchainError']);

const stop = new AbortController();
let stoppedBy: keyof typeof constants.signals | undefined;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    stoppedBy = signal;
    stop.abort();
  });
}

/** @returns the exit code. */
async function run(argv: readonly string[]): Promise<number> {
  const question = parseQuestion(argv);
  if (question === undefined) {
    console.log(usage);
    return 0;
  }
  const proof = await prove(question, { root, env: process.env, signal: stop.signal });
  stop.signal.throwIfAborted();
  const file = proofFile(proof.environment, proof.cluster);
  writeFileAtomically(join(root, file), `${JSON.stringify(proof, undefined, 2)}\n`);
  console.log(question.isJson ? JSON.stringify(proof, undefined, 2) : proofText(proof));
  if (!question.isJson) console.log(`  proof      ${file}`);
  return proof.verdict === 'restorable' ? 0 : 1;
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  if (stoppedBy !== undefined) {
    process.exitCode = 128 + constants.signals[stoppedBy];
  } else if (told.has((error as Error).name)) {
    console.error((error as Error).message);
    process.exitCode = error instanceof CommandLineError ? wrongUsage : 1;
  } else {
    throw error;
  }
}
