// SPDX-License-Identifier: Apache-2.0
import type { CommandSpec } from '../command.ts';
import { handOn } from '../input.ts';
import { jsonOption } from '../json-option.ts';
import { sandbox, sandboxOption } from '../in-environment.ts';

/** The command `status`: shows everything that runs in the sandbox. */
export const status: CommandSpec = {
  name: 'status',
  group: 'Sandbox',
  summary: 'show what runs in the sandbox',
  options: [sandboxOption, jsonOption],
  examples: ['status', 'status --json'],
  exitCodes: { 3: 'the sandbox is not ready' },
  plan: (input) => [{ argv: sandbox(input, 'status', ...handOn(input, 'json')) }],
};
