// SPDX-License-Identifier: Apache-2.0
import type { CommandSpec } from '../command.ts';
import { sandboxOption } from '../in-environment.ts';
import { handOn } from '../input.ts';
import { jsonOption } from '../json-option.ts';
import { liveOption, planCheck, withLiveFiles } from '../plan-check.ts';
import { environmentArgument } from '../stacks.ts';
import { UsageError } from '../usage-error.ts';

/** The command `plan cost`: reports the cost of user clusters. */
export const planCost: CommandSpec = {
  name: 'plan cost',
  group: 'Plans',
  summary: 'what user clusters cost a month, by the prices in stacks/prices',
  details:
    'From the files, in all environments that have prices unless one is named; with --live, hosts and sizes are what the outputs of its stacks say.',
  arguments: [{ ...environmentArgument, isOptional: true }],
  options: [liveOption, jsonOption, sandboxOption],
  examples: ['plan cost production', 'plan cost --json'],
  plan: (input, context) => {
    const environment = input.optional('environment');
    const json = handOn(input, 'json');
    if (environment === undefined) {
      if (input.has('live')) throw new UsageError('--live needs the name of an environment.');
      return [{ argv: planCheck('cost', ...json) }];
    }
    context.repository.stacksOf(environment);
    const question = planCheck('cost', '--environment', environment, ...json);
    return withLiveFiles(question, input, context);
  },
};
