// SPDX-License-Identifier: Apache-2.0
import type { Stack } from '@strata/nx-pulumi/stacks';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileBackendUrl } from '../state/file-backend-url.ts';
import { makeStack } from './existing-stack.ts';
import { pulumi } from './pulumi-process.ts';
import type { PulumiRun } from './pulumi-process.ts';
import { pulumiContext } from './stack-run.ts';
import type { RunContext } from './stack-run.ts';
import { withoutStates } from './stack-environment.ts';
import { isUnknownStack } from './unknown-stack.ts';
import { findStack } from './workspace.ts';
import { makeOwnFolder } from './own-folder.ts';

/** Copies a state unchanged: encrypted values stay encrypted. */
async function copyState(
  from: RunContext,
  to: RunContext,
  stack: Stack,
  file: string,
): Promise<PulumiRun | undefined> {
  const place = ['--stack', stack.stack, '--file', file];
  const read = await pulumi(['stack', 'export', ...place], pulumiContext(from, stack));
  // The stack below is also new: the program reports that it must be deployed first.
  if (isUnknownStack(read)) return undefined;
  if (read.code !== 0) return { ...read, events: [] };
  const made = await makeStack(to, stack);
  if (made.code !== 0) return made;
  const written = await pulumi(['stack', 'import', ...place], pulumiContext(to, stack));
  return written.code === 0 ? undefined : { ...written, events: [] };
}

/**
 * Runs `act` with a stack that its backend does not have yet, in a temporary file backend: there
 * the stack is made, beside copies of the states of the stacks that it reads. The real backend is
 * only read, so a role that may not write to it is enough. Nobody else can read the folder, and it
 * is deleted afterwards.
 *
 * @returns what `act` returns, or the run of Pulumi that failed before.
 */
export async function inThrowAwayBackend<T>(
  context: RunContext,
  stack: Stack,
  act: (context: RunContext) => Promise<T>,
): Promise<{ readonly result: T } | { readonly failed: PulumiRun }> {
  const folder = makeOwnFolder('new-stack');
  try {
    const state = join(folder, 'state');
    mkdirSync(state);
    const { env: own } = pulumiContext(context, stack);
    const env = { ...withoutStates(own), PULUMI_BACKEND_URL: fileBackendUrl(state) };
    const there = { ...context, env };
    for (const id of stack.reads) {
      const below = findStack(context.workspace, id);
      const failed = await copyState(context, there, below, join(folder, 'copy.json'));
      if (failed !== undefined) return { failed };
    }
    const made = await makeStack(there, stack);
    if (made.code !== 0) return { failed: made };
    return { result: await act(there) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
