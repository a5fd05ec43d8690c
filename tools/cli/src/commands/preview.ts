// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path';
import type { CommandSpec, PlanContext } from '../command.ts';
import type { Input } from '../input.ts';
import { handOn } from '../input.ts';
import type { StackChoice } from '../repository.ts';
import { inEnvironment, sandboxOption, tool } from '../in-environment.ts';
import type { Step } from '../step.ts';
import {
  chooseStacks,
  clusterArgument,
  environmentArgument,
  gitops,
  isThere,
  programOption,
  pulumi,
} from '../stacks.ts';

/** Without clusters, state and keys; so it needs no environment either. */
function offline(stacks: readonly StackChoice[], { scratch }: PlanContext): Step[] {
  const reports = join(scratch, 'reports');
  return [
    { argv: [...gitops(['run', 'preview', '--offline', '--reports', reports], stacks)] },
    {
      argv: tool('tools/gitops/src/main.ts', 'summary', '--reports', reports),
      afterFailure: true,
    },
  ];
}

/** A stack that is new is previewed in a backend that goes with the preview. */
function online(input: Input, stack: StackChoice, { policies }: PlanContext): Step {
  const { environment, id } = stack;
  const shown = pulumi(stack, 'preview', ...handOn(input, 'diff'), ...policies(stack));
  return inEnvironment(input, environment, shown, {
    title: id,
    when: isThere(stack),
    otherwise: gitops(['run', 'preview'], [stack]),
  });
}

/** The command `preview`: shows the changes that an update would make. */
export const preview: CommandSpec = {
  name: 'preview',
  group: 'Stacks',
  summary: 'show what an update would do to an environment, or to one cluster of it',
  details:
    'Policies judge it. Limits (stacks/blast-radius) are told by: plan blast-radius. A stack that is new is previewed without making it.',
  arguments: [environmentArgument, clusterArgument],
  options: [
    programOption,
    { name: 'diff', text: 'with every field that changes' },
    { name: 'offline', text: 'without clusters, state and keys; all is shown as new' },
    sandboxOption,
  ],
  examples: [
    'preview production shop',
    'preview sandbox --program platform',
    'preview production --offline',
  ],
  plan: (input, context) => {
    const stacks = chooseStacks(input, context);
    if (input.has('offline')) return offline(stacks, context);
    return stacks.map((stack) => online(input, stack, context));
  },
};
