// SPDX-License-Identifier: Apache-2.0
import type { CommandSpec } from '../command.ts';
import { tool } from '../in-environment.ts';

/** Random kills. */
export const kills: CommandSpec = {
  name: 'kills',
  group: 'Tests of Strata',
  summary: 'kill parts of a sandbox at random moments, and look what is left',
  details: 'All options behind the name are those of the tool; --verbose and --print stand first.',
  arguments: [
    {
      name: 'arguments',
      text: 'of the tool itself: [--kills N] [--seed N]',
      isMany: true,
      isOptional: true,
    },
  ],
  examples: ['kills', 'kills --kills 5'],
  passesThrough: true,
  plan: (input) => [{ argv: tool('e2e/src/kills/main.ts', ...input.many('arguments')) }],
};
