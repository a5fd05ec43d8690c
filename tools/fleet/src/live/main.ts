// SPDX-License-Identifier: Apache-2.0
// The only process that has kubeconfigs: node tools/fleet/src/live/main.ts <environment> <root>. For
// each line of its standard input it reads the environment, and prints what it found as a line of JSON.
import { environmentVariables } from '@strata/gitops/environment-variables';
import { withoutStates } from '@strata/gitops/stack-environment';
import { sandboxEnvironment } from '@strata/sandbox/environment-name';
import { createInterface } from 'node:readline';
import { collectLive } from './collect-live.ts';
import type { LiveEnvironment } from './live-schema.ts';
import { sayProblem } from './say-problem.ts';
import { StackReader } from './stack-reader.ts';

const [environment = '', root = ''] = process.argv.slice(2);
const ended = new AbortController();

/** Opens the backend of the environment; inside the rack the variables are those of the sandbox. */
async function openStacks(): Promise<StackReader> {
  const env =
    environment === sandboxEnvironment
      ? withoutStates(process.env)
      : await environmentVariables(environment, process.env);
  return new StackReader({ root, env, signal: ended.signal });
}

function reasonOf(error: unknown): string {
  const { message, name } = error as Error;
  // These are Strata's own words about files, tools and variables.
  const isOwn = name === 'GitopsError' || name === 'PlanError';
  return (isOwn ? message : sayProblem(error)).replaceAll(/[^\x20-\x7e]+/g, ' ').slice(0, 500);
}

let stacks: StackReader | undefined;

async function read(): Promise<LiveEnvironment> {
  try {
    stacks ??= await openStacks();
    return await collectLive(environment, { stacks });
  } catch (error) {
    return { name: environment, at: new Date().toISOString(), problem: reasonOf(error) };
  }
}

// Kills what Pulumi still does.
process.once('SIGTERM', () => {
  ended.abort();
  process.exit(143);
});

const lines = createInterface({ input: process.stdin });
lines.on('line', () => void read().then((found) => console.log(JSON.stringify(found))));
// Whoever started this process is gone.
lines.once('close', () => ended.abort());
