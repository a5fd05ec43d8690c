// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path';
import type { PlanContext } from './command.ts';
import type { Input } from './input.ts';
import { inEnvironment, tool } from './in-environment.ts';
import type { Step } from './step.ts';
import { pulumi } from './stacks.ts';
import { UsageError } from './usage-error.ts';

/** A command of `tools/plan-check`. */
export function planCheck(...args: readonly string[]): string[] {
  return tool('tools/plan-check/src/main.ts', ...args);
}

/** The option of questions whose answer is in files, or in what was last brought up. */
export const liveOption = {
  name: 'live',
  text: 'with the hosts and sizes of the last update; all else is that of the files',
};

/** Returns the steps of a question about an environment: with --live, it reads the outputs of its stacks. */
export function withLiveFiles(
  question: readonly string[],
  input: Input,
  context: PlanContext,
): Step[] {
  if (!input.has(liveOption.name)) return [{ argv: question }];
  const hosts = outputsOf(input, context, 'infra');
  const platform = outputsOf(input, context, 'kubevirt-stack');
  const files = ['--hosts', hosts.file, '--platform', platform.file];
  return [hosts.step, platform.step, { argv: [...question, ...files] }];
}

/** The file with the outputs of an environment's infra or platform, and the step that writes it. */
export function outputsOf(
  input: Input,
  { repository, scratch }: PlanContext,
  program: 'infra' | 'kubevirt-stack',
): { readonly file: string; readonly step: Step } {
  const environment = input.argument('environment');
  const stack = repository.stacksOf(environment).find((one) => one.program === program);
  if (stack === undefined) throw new UsageError(`${environment} has no stack of ${program}.`);
  const into = join(scratch, `${program}.json`);
  const command = pulumi(stack, 'stack', 'output', '--json');
  return { file: into, step: inEnvironment(input, environment, command, { into }) };
}
