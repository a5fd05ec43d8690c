// SPDX-License-Identifier: Apache-2.0
import type { CommandSpec } from '../command.ts';
import { sandbox, sandboxOption } from '../in-environment.ts';

/** Logs of the sandbox's parts, pods and machines. */
export const logs: CommandSpec = {
  name: 'logs',
  group: 'Sandbox',
  summary: 'show the log of a component, pod or machine of the sandbox; without a name, list all',
  arguments: [{ name: 'part', text: 'a part of its name', isOptional: true }],
  options: [sandboxOption, { name: 'follow', short: 'f', text: 'go on as it grows' }],
  examples: ['logs virt-operator', 'logs guest_cluster-demo_cp-0 -f'],
  plan: (input) => {
    const part = input.optional('part');
    const follow = input.has('follow') ? ['--follow'] : [];
    return [{ argv: sandbox(input, 'logs', ...(part === undefined ? [] : [part]), ...follow) }];
  },
};
