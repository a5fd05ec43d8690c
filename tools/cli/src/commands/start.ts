// SPDX-License-Identifier: Apache-2.0
import { settingOptions } from '@strata/sandbox/setting-options';
import type { CommandSpec } from '../command.ts';
import { handOn } from '../input.ts';
import { sandbox, sandboxOption } from '../in-environment.ts';

/** From nothing to a running user cluster in the sandbox. */
export const start: CommandSpec = {
  name: 'start',
  group: 'Sandbox',
  summary: 'bring the sandbox up, and all its stacks in it',
  details: 'The options but --name are kept for the next time.',
  options: [sandboxOption, ...settingOptions],
  examples: ['start', 'start --hosts 5'],
  plan: (input) => [
    { argv: sandbox(input, 'start', ...handOn(input, ...settingOptions.map(({ name }) => name))) },
  ],
};
