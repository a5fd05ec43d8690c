// SPDX-License-Identifier: Apache-2.0
import type { CommandSpec } from '../command.ts';
import { sandbox, sandboxOption } from '../in-environment.ts';

/** Ends all processes of the sandbox. */
export const stop: CommandSpec = {
  name: 'stop',
  group: 'Sandbox',
  summary: 'take the sandbox down; its state stays',
  options: [sandboxOption],
  examples: ['stop'],
  plan: (input) => [{ argv: sandbox(input, 'down') }],
};
