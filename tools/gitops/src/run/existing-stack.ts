// SPDX-License-Identifier: Apache-2.0
import type { Stack } from '@strata/nx-pulumi/stacks';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pulumi } from './pulumi-process.ts';
import type { PulumiRun } from './pulumi-process.ts';
import { initFlags, readSecretsSettings } from './secrets-settings.ts';
import { pulumiContext } from './stack-run.ts';
import type { Findings } from './findings.ts';
import type { RunContext } from './stack-run.ts';

/**
 * Returns a failure for a stack whose file does not say how its secrets are encrypted: such a stack
 * cannot be made.
 */
export function secretsProblem({ workspace }: RunContext, stack: Stack): Findings | undefined {
  const flags = initFlags(readSecretsSettings(workspace.root, stack.file));
  if (flags !== undefined) return undefined;
  return {
    outcome: 'refused',
    reason: `${stack.file} does not say how its secrets are encrypted: run pulumi -C packages/${stack.program} stack init ${stack.stack}, with the secrets provider of its environment, and commit the file.`,
  };
}

/** Makes an empty stack in the backend, with the key that its file names. The file does not change. */
export async function makeStack(context: RunContext, stack: Stack): Promise<PulumiRun> {
  const { root } = context.workspace;
  const file = join(root, stack.file);
  const text = readFileSync(file, 'utf8');
  const flags = initFlags(readSecretsSettings(root, stack.file)) ?? [];
  const args = ['stack', 'init', stack.stack, '--no-select', ...flags];
  const made = await pulumi(args, pulumiContext(context, stack));
  if (readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
  return { ...made, events: [] };
}
