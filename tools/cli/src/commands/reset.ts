// SPDX-License-Identifier: Apache-2.0
import type { CommandSpec } from '../command.ts';
import { sandbox, sandboxOption } from '../in-environment.ts';

/** Ends the sandbox for good. */
export const reset: CommandSpec = {
  name: 'reset',
  group: 'Sandbox',
  summary: 'take the sandbox down and delete its state',
  options: [sandboxOption],
  examples: ['reset', 'reset --name trial'],
  plan: (input) => [{ argv: sandbox(input, 'reset') }],
};
