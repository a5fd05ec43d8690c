// SPDX-License-Identifier: Apache-2.0
import type { CommandSpec } from '../command.ts';
import { sandbox, sandboxOption } from '../in-environment.ts';

/** A shell with kubectl and pulumi set up for the sandbox. */
export const shell: CommandSpec = {
  name: 'shell',
  group: 'Sandbox',
  summary: 'open a shell inside the sandbox, with kubectl and pulumi set up',
  options: [sandboxOption],
  examples: ['shell'],
  plan: (input, { folder }) => [{ argv: sandbox(input, 'shell'), folder }],
};
