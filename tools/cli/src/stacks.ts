// SPDX-License-Identifier: Apache-2.0
import type { ProgramName } from '@strata/contracts/programs';
import type { ArgumentSpec, OptionSpec, PlanContext } from './command.ts';
import type { Input } from './input.ts';
import type { StackChoice } from './repository.ts';
import { tool } from './in-environment.ts';
import { UsageError } from './usage-error.ts';

/** Programs by their name on the command line. */
export const programs: Readonly<Record<string, ProgramName>> = {
  infra: 'infra',
  platform: 'kubevirt-stack',
  addons: 'addons',
  'user-cluster': 'user-cluster',
};

export const environmentArgument: ArgumentSpec = {
  name: 'environment',
  text: 'one infra cluster with everything on it',
};

export const clusterArgument: ArgumentSpec = {
  name: 'cluster',
  text: 'a user cluster of it',
  isOptional: true,
};

/** Chooses the stacks of one program. */
export const programOption: OptionSpec = {
  name: 'program',
  value: 'program',
  choices: Object.keys(programs),
  text: 'only the stacks of this program',
};

function calledOnCommandLine(program: ProgramName): string {
  return Object.entries(programs).find(([, one]) => one === program)?.[0] ?? program;
}

/**
 * The stacks that `<environment> [cluster]` and `--program` mean, in the order in which they come up.
 *
 * @throws UsageError when there are none.
 */
export function chooseStacks(input: Input, { repository }: PlanContext): readonly StackChoice[] {
  const environment = input.argument('environment');
  const cluster = input.optional('cluster');
  const program = input.text('program');
  if (cluster !== undefined) {
    if (program !== undefined && program !== 'user-cluster') {
      throw new UsageError(
        `A cluster has no stack of ${program}: leave out --program or "${cluster}".`,
      );
    }
    return [repository.clusterOf(environment, cluster)];
  }
  const all = repository.stacksOf(environment);
  if (program === undefined) return all;
  const found = all.filter((one) => one.program === programs[program]);
  if (found.length > 0) return found;
  const there = [...new Set(all.map((one) => calledOnCommandLine(one.program)))].join(', ');
  throw new UsageError(`${environment} has no stack of ${program}; it has stacks of: ${there}`);
}

/** A command of Pulumi for a stack. */
export function pulumi({ program, stack }: StackChoice, ...args: readonly string[]): string[] {
  return ['pulumi', '-C', `packages/${program}`, ...args, '--stack', stack];
}

/** A command of `tools/gitops` for stacks. */
export function gitops(command: readonly string[], stacks: readonly StackChoice[]): string[] {
  const named = stacks.flatMap(({ id }) => ['--stack', id]);
  return tool('tools/gitops/src/main.ts', ...command, ...named);
}

/** Ends well where the backend has the stack. */
export function isThere(stack: StackChoice): string[] {
  return pulumi(stack, 'stack', '--show-name');
}
