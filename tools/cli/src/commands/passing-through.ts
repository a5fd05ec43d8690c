// SPDX-License-Identifier: Apache-2.0
import type { CommandSpec } from '../command.ts';
import { tool } from '../in-environment.ts';

interface PassingThrough extends Pick<CommandSpec, 'name' | 'summary' | 'examples'> {
  /** Arguments of the tool, as its own usage has them. */
  readonly usage: string;
  /** The file that Node runs. */
  readonly main: string;
}

/** A command for tests of Strata that hands all its arguments to a tool. */
function passingThrough({ usage, main, ...words }: PassingThrough): CommandSpec {
  return {
    ...words,
    group: 'Tests of Strata',
    details:
      'All options behind the name are those of the tool; --verbose and --print stand first.',
    arguments: [
      { name: 'arguments', text: `of the tool itself: ${usage}`, isMany: true, isOptional: true },
    ],
    passesThrough: true,
    plan: (input) => [{ argv: tool(main, ...input.many('arguments')) }],
  };
}

/** Performance, measured. */
export const bench = passingThrough({
  name: 'bench',
  summary: 'measure Strata beside kubectl, Helm and a stock Pulumi program',
  usage:
    '[check | page | start | trace] [scenario ...] [--rounds N] [--minutes N] [--clusters LIST] [--quick]',
  main: 'bench/src/main.ts',
  examples: ['bench', 'bench one-cluster --quick'],
});

/** Generated configurations. */
export const fuzz = passingThrough({
  name: 'fuzz',
  summary: 'try generated configurations of every program',
  usage: '[--runs N] [--seed N] [--program NAME]',
  main: 'tools/config-fuzz/src/main.ts',
  examples: ['fuzz', 'fuzz --runs 100 --program infra'],
});

/** Random kills. */
export const kills = passingThrough({
  name: 'kills',
  summary: 'kill parts of a sandbox at random moments, and look what is left',
  usage: '[--kills N] [--seed N]',
  main: 'e2e/src/kills/main.ts',
  examples: ['kills', 'kills --kills 5'],
});
