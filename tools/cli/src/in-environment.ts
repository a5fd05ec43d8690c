// SPDX-License-Identifier: Apache-2.0
import { sandboxEnvironment } from '@strata/sandbox/environment-name';
import type { OptionSpec } from './command.ts';
import type { Input } from './input.ts';
import type { Step } from './step.ts';

/** Which sandbox is meant, where there are several. */
export const sandboxOption: OptionSpec = {
  name: 'name',
  value: 'sandbox',
  text: 'which sandbox, where there are several (default)',
};

/** A program of this repository. */
export function tool(file: string, ...args: readonly string[]): string[] {
  return ['node', file, ...args];
}

/** A command of the sandbox. */
export function sandbox(input: Input, command: string, ...args: readonly string[]): string[] {
  const name = input.text('name');
  const which = name === undefined ? [] : ['--name', name];
  return tool('tools/sandbox/src/main.ts', ...which, command, ...args);
}

type Conditions = Omit<Step, 'argv' | 'environment'>;

/**
 * A command that needs an environment: the sandbox's is run inside its rack, every other one here,
 * with the backend and the key of the environment.
 */
export function inEnvironment(
  input: Input,
  environment: string,
  argv: readonly string[],
  { otherwise, unless, when, ...rest }: Conditions = {},
): Step {
  const isInside = environment === sandboxEnvironment;
  const enter = (command: readonly string[]) =>
    isInside ? sandbox(input, 'exec', ...command) : command;
  return {
    ...rest,
    argv: enter(argv),
    ...(unless !== undefined && { unless: enter(unless) }),
    ...(when !== undefined && { when: enter(when) }),
    ...(otherwise !== undefined && { otherwise: enter(otherwise) }),
    ...(!isInside && { environment }),
  };
}
