// SPDX-License-Identifier: Apache-2.0
import { settingOptions } from '@strata/sandbox/setting-options';
import type { CommandSpec } from '../command.ts';
import { handOn } from '../input.ts';
import { sandbox, sandboxOption } from '../in-environment.ts';

const settingNames = settingOptions.map(({ name }) => name);
const tourOption = { name: 'tour', text: 'show again what the first start shows' };

/** From nothing to a running user cluster in the sandbox. */
export const start: CommandSpec = {
  name: 'start',
  group: 'Sandbox',
  summary: 'bring the sandbox up, and all its stacks in it',
  details: 'The options but --name and --tour are kept for the next time.',
  options: [sandboxOption, tourOption, ...settingOptions],
  examples: ['start', 'start --hosts 5'],
  plan: (input) => [{ argv: sandbox(input, 'start', ...handOn(input, 'tour', ...settingNames)) }],
};
