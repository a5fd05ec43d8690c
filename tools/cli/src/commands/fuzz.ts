// SPDX-License-Identifier: Apache-2.0
import type { CommandSpec } from '../command.ts';
import { tool } from '../in-environment.ts';

/** Generated configurations. */
export const fuzz: CommandSpec = {
  name: 'fuzz',
  group: 'Tests of Strata',
  summary: 'try generated configurations of every program',
  details: 'All options behind the name are those of the tool; --verbose and --print stand first.',
  arguments: [
    {
      name: 'arguments',
      text: 'of the tool itself: [--runs N] [--seed N] [--program NAME]',
      isMany: true,
      isOptional: true,
    },
  ],
  examples: ['fuzz', 'fuzz --runs 100 --program infra'],
  passesThrough: true,
  plan: (input) => [{ argv: tool('tools/config-fuzz/src/main.ts', ...input.many('arguments')) }],
};
