// SPDX-License-Identifier: Apache-2.0
import type { CommandSpec } from '../command.ts';
import { handOn } from '../input.ts';
import { jsonOption } from '../json-option.ts';
import { outputsOf, planCheck } from '../plan-check.ts';
import { sandboxOption } from '../in-environment.ts';
import { environmentArgument } from '../stacks.ts';

/** Whether the hosts have room. */
export const planCapacity: CommandSpec = {
  name: 'plan capacity',
  group: 'Plans',
  summary: 'whether the hosts have room: now, with hosts lost, while machines move',
  details: "From the files; with --live, hosts and sizes are what the stacks' outputs say.",
  arguments: [environmentArgument],
  options: [
    {
      name: 'live',
      text: 'with the hosts and sizes of the last update; all else is that of the files',
    },
    jsonOption,
    sandboxOption,
  ],
  examples: ['plan capacity production', 'plan capacity production --live'],
  plan: (input, context) => {
    const environment = input.argument('environment');
    context.repository.stacksOf(environment);
    const question = planCheck('capacity', '--environment', environment, ...handOn(input, 'json'));
    if (!input.has('live')) return [{ argv: question }];
    const hosts = outputsOf(input, context, 'infra');
    const platform = outputsOf(input, context, 'kubevirt-stack');
    const files = ['--hosts', hosts.file, '--platform', platform.file];
    return [hosts.step, platform.step, { argv: [...question, ...files] }];
  },
};
