// SPDX-License-Identifier: Apache-2.0
import type { CommandSpec } from '../command.ts';
import { tool } from '../in-environment.ts';

/** Performance, measured. */
export const bench: CommandSpec = {
  name: 'bench',
  group: 'Tests of Strata',
  summary: 'measure Strata beside kubectl, Helm and a stock Pulumi program',
  details: 'All options behind the name are those of the tool; --verbose and --print stand first.',
  arguments: [
    {
      name: 'arguments',
      text: 'of the tool itself: [check | page] [scenario ...] [--rounds N] [--minutes N] [--clusters LIST] [--quick]',
      isMany: true,
      isOptional: true,
    },
  ],
  examples: ['bench', 'bench one-cluster --quick'],
  passesThrough: true,
  plan: (input) => [{ argv: tool('bench/src/main.ts', ...input.many('arguments')) }],
};
