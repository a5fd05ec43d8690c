// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import type { Question } from '../command-line.ts';
import { ProveError } from '../prove-error.ts';
import { lastLine, runProgram } from '../run-program.ts';
import type { RunOptions } from '../run-program.ts';
import { expectedCluster } from './expected-cluster.ts';
import type { ExpectedCluster } from './expected-cluster.ts';
import { readResources } from './state-file.ts';

/** Which state is read. */
type StateQuestion = Pick<Question, 'environment' | 'cluster' | 'stateFile'>;

async function askPulumi(
  { cluster, environment }: StateQuestion,
  options: RunOptions,
): Promise<string> {
  const stack = `${environment}.${cluster}`;
  const args = ['stack', 'export', '--show-secrets', '--stack', stack, '--non-interactive'];
  const ended = await runProgram('pulumi', ['-C', 'packages/user-cluster', ...args], options);
  if (ended.code === 0) return ended.stdout;
  if (ended.code === 127) {
    throw new ProveError(
      `pulumi is not on PATH: npx strata prove-restore ${environment} ${cluster} has it, and --state does without.`,
    );
  }
  throw new ProveError(
    `pulumi cannot export the state of ${stack}: ${lastLine(ended.stderr)}. Is the stack up, and are backend and passphrase right?`,
  );
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ProveError(`--state cannot be read: ${(error as Error).message}`);
  }
}

/**
 * Reads what the state of a stack says of its cluster. The state is in memory only.
 *
 * @param options - of Pulumi; its folder is the root of the repository.
 * @throws ProveError when it cannot be read.
 */
export async function readExpected(
  question: StateQuestion,
  options: RunOptions,
): Promise<ExpectedCluster> {
  const { cluster, stateFile } = question;
  const text = stateFile === undefined ? await askPulumi(question, options) : readText(stateFile);
  return expectedCluster(readResources(text), cluster);
}
