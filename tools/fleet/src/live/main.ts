// SPDX-License-Identifier: Apache-2.0
// The only process that has kubeconfigs: node tools/fleet/src/live/main.ts <environment>. For each line
// on its standard input it reads the environment once, and prints what it found as one line of JSON.
import { environmentVariables } from '@strata/gitops/environment-variables';
import { withoutStates } from '@strata/gitops/stack-environment';
import { sandboxEnvironment } from '@strata/sandbox/environment-name';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { StateReader } from './ask-stacks.ts';
import { collectLive } from './collect-live.ts';
import type { LiveEnvironment } from './live-schema.ts';
import { sayProblem } from './say-problem.ts';

const root = resolve(process.env.STRATA_ROOT ?? resolve(import.meta.dirname, '../../../..'));
const [environment = ''] = process.argv.slice(2);

/** Reads with the variables of the environment; inside the rack they are those of the sandbox. */
async function openStates(): Promise<StateReader> {
  const env =
    environment === sandboxEnvironment
      ? withoutStates(process.env)
      : await environmentVariables(environment, process.env);
  return new StateReader({ root, env });
}

function told(error: unknown): string {
  const { message, name } = error as Error;
  // These are Strata's own words about files, tools and variables.
  return name === 'GitopsError' || name === 'PlanError' ? message : sayProblem(error);
}

let states: StateReader | undefined;

async function read(): Promise<LiveEnvironment> {
  try {
    states ??= await openStates();
    return await collectLive(environment, { root, states });
  } catch (error) {
    const problem = told(error).replaceAll(/\s+/g, ' ').slice(0, 500);
    return { name: environment, at: new Date().toISOString(), problem };
  }
}

for await (const _ of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(await read()));
}
