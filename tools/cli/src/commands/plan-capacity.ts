// SPDX-License-Identifier: Apache-2.0
import type { CommandSpec } from '../command.ts';
import { handOn } from '../input.ts';
import { jsonOption } from '../json-option.ts';
import { liveOption, planCheck, withLiveFiles } from '../plan-check.ts';
import { sandboxOption } from '../in-environment.ts';
import { environmentArgument } from '../stacks.ts';

/** Whether the hosts have room. */
export const planCapacity: CommandSpec = {
  name: 'plan capacity',
  group: 'Plans',
  summary: 'whether the hosts have room: now, with hosts lost, while machines move',
  details: "From the files; with --live, hosts and sizes are what the stacks' outputs say.",
  arguments: [environmentArgument],
  options: [liveOption, jsonOption, sandboxOption],
  examples: ['plan capacity production', 'plan capacity production --live'],
  plan: (input, context) => {
    const environment = input.argument('environment');
    context.repository.stacksOf(environment);
    const question = planCheck('capacity', '--environment', environment, ...handOn(input, 'json'));
    return withLiveFiles(question, input, context);
  },
};
