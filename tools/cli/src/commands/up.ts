// SPDX-License-Identifier: Apache-2.0
import type { CommandSpec } from '../command.ts';
import { handOn } from '../input.ts';
import { inEnvironment, sandboxOption } from '../in-environment.ts';
import {
  chooseStacks,
  clusterArgument,
  environmentArgument,
  gitops,
  isThere,
  programOption,
  pulumi,
} from '../stacks.ts';

/** Makes it so. */
export const up: CommandSpec = {
  name: 'up',
  group: 'Stacks',
  summary: 'make an environment, or one cluster of it, what its files say',
  details:
    "Shows each stack's preview and asks; policies judge it. A stack that is new is made with the key that its file names, and refused when the file names none. The first stack that fails ends it.",
  arguments: [environmentArgument, clusterArgument],
  options: [
    programOption,
    { name: 'yes', short: 'y', text: 'do not ask; needed without a terminal' },
    { name: 'diff', text: 'with every field that changes' },
    { name: 'refresh', text: 'first compare the state with what exists, and make what is gone' },
    sandboxOption,
  ],
  examples: ['up production shop', 'up sandbox demo --yes', 'up production --program platform'],
  plan: (input, context) =>
    chooseStacks(input, context).flatMap((stack) => {
      const { environment, id } = stack;
      const init = context.initFlags(stack);
      // Without a key the preview of gitops refuses a new stack, and says how to make one.
      const make =
        init === undefined
          ? gitops(['run', 'preview'], [stack])
          : pulumi(stack, 'stack', 'init', '--no-select', ...init);
      const flags = [...handOn(input, 'yes', 'diff', 'refresh'), ...context.policies(stack)];
      return [
        inEnvironment(input, environment, make, { unless: isThere(stack) }),
        inEnvironment(input, environment, pulumi(stack, 'up', ...flags), { title: id }),
      ];
    }),
};
