// SPDX-License-Identifier: Apache-2.0
import { findObstacles } from '@strata/sandbox/requirements';
import { toolsFor } from '@strata/toolchain';
import { requireGo, requireSpace } from '@strata/toolchain/preflight';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { CliError } from '../usage-error.ts';
import type { Check } from './finding.ts';

/** What the sandbox with its demo cluster takes, in GiB. */
const neededMemory = 4;

const gibibytes = (bytes: number) => bytes / 1024 ** 3;

async function gitVersion(env: NodeJS.ProcessEnv): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)('git', ['--version'], { env, timeout: 10_000 });
    return stdout.trim().replace('git version ', '');
  } catch {
    throw new CliError('git is missing: install the package git.');
  }
}

/** @param bytes - that processes may still take. */
export function checkMemory(bytes: number): string {
  const free = `${gibibytes(bytes).toFixed(1)} GB free`;
  if (gibibytes(bytes) >= neededMemory) return free;
  throw new CliError(
    `${free}, and the sandbox needs about ${neededMemory} GB: end other programs first.`,
  );
}

async function checkSpace(env: NodeJS.ProcessEnv): Promise<string> {
  const { mebibytes, names } = await requireSpace(toolsFor('start'), env);
  if (names.length === 0) return 'nothing is to be built';
  const size = `about ${(mebibytes / 1024).toFixed(0)} GB`;
  return `room for ${names.length} tools that are to be built, ${size} with Go's caches`;
}

function checkNamespaces(): string {
  const obstacles = findObstacles();
  if (obstacles.length === 0) return 'can be made, and the commands for them are there';
  throw new CliError(obstacles.join('\n'));
}

/** What `npm start` needs, in the order in which it is told. */
export const checks: readonly Check[] = [
  // tools/bootstrap.mjs has refused a machine's Node that is too old before anything else.
  { subject: 'node', look: () => `${process.version} of the workspace` },
  { subject: 'go', look: requireGo },
  { subject: 'git', look: gitVersion },
  { subject: 'namespaces', look: checkNamespaces },
  { subject: 'memory', look: () => checkMemory(process.availableMemory()) },
  { subject: 'disk', look: checkSpace },
];
