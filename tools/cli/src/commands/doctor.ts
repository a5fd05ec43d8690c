// SPDX-License-Identifier: Apache-2.0
import { describeChecks, describeLacks, preflight } from '@strata/sandbox/preflight';
import type { CommandSpec } from '../command.ts';
import { jsonOption } from '../json-option.ts';
import { inEnvironment, sandboxOption, tool } from '../in-environment.ts';
import { UsageError } from '../usage-error.ts';

/**
 * The command `doctor`: reports problems of this machine, or of the states of an environment,
 * before any other command is tried.
 */
export const doctor: CommandSpec = {
  name: 'doctor',
  group: 'This machine',
  summary: 'say all that this machine lacks, or what is wrong with the states of an environment',
  details:
    'Without an environment: Go, git, namespaces, memory, disk. With one: locks, states, passphrases and versions, of all its stacks.',
  arguments: [{ name: 'environment', text: 'whose states are looked at', isOptional: true }],
  options: [jsonOption, sandboxOption],
  examples: ['doctor', 'doctor production'],
  plan: (input, { repository }) => {
    const environment = input.optional('environment');
    if (environment === undefined) return [];
    repository.stacksOf(environment);
    if (input.has('json'))
      throw new UsageError('--json is for the machine: leave out the environment.');
    const look = tool('tools/gitops/src/main.ts', 'doctor', '--environment', environment);
    return [inEnvironment(input, environment, look)];
  },
  answer: async (input) => {
    if (input.optional('environment') !== undefined) return { text: '' };
    const { checks } = await preflight();
    const lacks = describeLacks(checks).length;
    const sum = lacks === 0 ? 'Nothing is missing.' : `${lacks} of ${checks.length} are wrong.`;
    return {
      text: [...describeChecks(checks), '', sum].join('\n'),
      json: checks,
      failed: lacks > 0,
    };
  },
};
