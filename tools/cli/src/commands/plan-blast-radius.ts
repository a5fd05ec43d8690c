// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path';
import type { CommandSpec } from '../command.ts';
import { handOn } from '../input.ts';
import { jsonOption } from '../json-option.ts';
import { planCheck } from '../plan-check.ts';
import { inEnvironment, sandboxOption } from '../in-environment.ts';
import {
  chooseStacks,
  clusterArgument,
  environmentArgument,
  programOption,
  pulumi,
} from '../stacks.ts';

/** The command `plan blast-radius`: reports the effects of an update on people. */
export const planBlastRadius: CommandSpec = {
  name: 'plan blast-radius',
  group: 'Plans',
  summary: 'what an update would do to nodes, addresses and data, and whether that is allowed',
  details:
    'It previews each stack. The limits are in stacks/blast-radius. A stack that is new is named and counts as a changed cluster; preview shows what it makes.',
  arguments: [environmentArgument, clusterArgument],
  options: [programOption, jsonOption, sandboxOption],
  examples: ['plan blast-radius production shop'],
  plan: (input, context) => {
    const stacks = chooseStacks(input, context);
    const previews = stacks.map((stack) => {
      const into = join(context.scratch, `${stack.program}.${stack.stack}.json`);
      // A pool that does not change itself says how many data disks go with its nodes.
      const command = pulumi(stack, 'preview', '--json', '--show-sames');
      // The last step reports the words of a failed preview, and whether the stack is new.
      const files = { into, errorsInto: `${into}.err` };
      return inEnvironment(input, stack.environment, command, { ...files, mayFail: true });
    });
    const files = previews.flatMap(({ into }) => into ?? []);
    return [...previews, { argv: planCheck('blast-radius', ...files, ...handOn(input, 'json')) }];
  },
};
