// SPDX-License-Identifier: Apache-2.0
import type { CommandSpec } from '../command.ts';
import { handOn } from '../input.ts';
import { inEnvironment, sandboxOption } from '../in-environment.ts';
import {
  chooseStacks,
  clusterArgument,
  environmentArgument,
  gitops,
  programOption,
} from '../stacks.ts';
import { UsageError } from '../usage-error.ts';

/** Puts an interrupted update right. */
export const recover: CommandSpec = {
  name: 'recover',
  group: 'Stacks',
  summary: 'put an update right that was killed',
  details: 'One stack: name a cluster, or --program.',
  arguments: [environmentArgument, clusterArgument],
  options: [
    programOption,
    { name: 'destroy', text: 'it was a destroy: end that' },
    { name: 'no-update-runs', text: 'its lock is of another machine, and no update runs there' },
    { name: 'older', text: 'also take back what a newer commit has deployed' },
    { name: 'beyond-limits', text: 'also do more than the limits of the environment allow' },
    sandboxOption,
  ],
  examples: ['recover production shop', 'recover production --program platform'],
  plan: (input, context) => {
    const stacks = chooseStacks(input, context);
    const [stack, more] = stacks;
    if (stack === undefined || more !== undefined) {
      const ids = stacks.map(({ id }) => id).join(', ');
      throw new UsageError(`Which of these stacks: ${ids}? Name a cluster, or --program.`);
    }
    const flags = handOn(input, 'destroy', 'no-update-runs', 'older', 'beyond-limits');
    return [inEnvironment(input, stack.environment, gitops(['recover', ...flags], [stack]))];
  },
};
