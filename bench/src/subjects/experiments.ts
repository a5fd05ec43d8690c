// SPDX-License-Identifier: Apache-2.0
import { workspaceRoot } from '@strata/sandbox';
import { join } from 'node:path';
import { environment } from './bench-environment.ts';
import { StrataStack } from './strata-stack.ts';
import type { Engine } from './strata-stack.ts';
import type { Tool } from './tool.ts';

/**
 * Returns a program as a tool that registers resources without inputs, and makes none of them: the least
 * that an engine, its state and a program cost. It asks no API server and starts no provider.
 *
 * @param resources - how many its stack has, with that of the stack itself.
 */
export async function nothing(engine: Engine, resources: number): Promise<Tool> {
  const program = join(workspaceRoot, 'bench/programs/nothing');
  const place = { program, project: 'nothing', stack: environment };
  const stack = await StrataStack.make(engine, place, { values: { resources } });
  const run = {
    create: stack.up,
    preview: () => stack.preview(),
    drift: stack.drift,
    destroy: stack.destroy,
  };
  return { name: 'nothing', run, cleanUp: () => Promise.resolve() };
}

/**
 * Returns Strata as a tool whose engine writes no state until an update ends. Nobody should: what a killed
 * update has made would be unknown.
 *
 * @param strata - Makes the tool of a stack.
 * @see https://github.com/pulumi/pulumi/blob/v3.259.0/pkg/backend/snapshot.go (unsafeServiceLoop)
 */
export function unrecorded(stack: StrataStack, strata: (stack: StrataStack) => Tool): Tool {
  const { run, cleanUp } = strata(stack.with([], { PULUMI_SKIP_CHECKPOINTS: 'true' }));
  const { create, destroy } = run;
  return { name: 'unrecorded', run: { create, destroy }, cleanUp };
}
