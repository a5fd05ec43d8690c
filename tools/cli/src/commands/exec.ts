// SPDX-License-Identifier: Apache-2.0
import type { CommandSpec } from '../command.ts';
import { sandbox, sandboxOption } from '../in-environment.ts';

/** Any command inside the rack. */
export const exec: CommandSpec = {
  name: 'exec',
  group: 'Sandbox',
  summary: 'run one command inside the sandbox',
  details:
    'It runs in the current folder. Options of this command stand before the command that is run.',
  arguments: [{ name: 'command', text: 'the command and its arguments', isMany: true }],
  options: [sandboxOption],
  examples: ['exec kubectl get vmis -A', 'exec --name trial kubectl get nodes'],
  passesThrough: true,
  plan: (input, { folder }) => [{ argv: sandbox(input, 'exec', ...input.many('command')), folder }],
};
