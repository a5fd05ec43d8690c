// SPDX-License-Identifier: Apache-2.0
import { join, resolve } from 'node:path';
import type { CommandSpec } from '../command.ts';
import { inEnvironment, sandboxOption, tool } from '../in-environment.ts';
import {
  chooseStacks,
  clusterArgument,
  environmentArgument,
  gitops,
  programOption,
} from '../stacks.ts';

/** Whether somebody changed something by hand. */
export const drift: CommandSpec = {
  name: 'drift',
  group: 'Stacks',
  summary: 'compare what is there with the last update; it changes nothing',
  details: 'Exit code 1: something has drifted, or could not be looked at.',
  arguments: [environmentArgument, clusterArgument],
  options: [
    programOption,
    { name: 'reports', value: 'folder', text: 'keep the reports, which are JSON, there' },
    sandboxOption,
  ],
  examples: ['drift production', 'drift sandbox demo'],
  plan: (input, context) => {
    const environment = input.argument('environment');
    const stacks = chooseStacks(input, context);
    const given = input.text('reports');
    const reports =
      given === undefined ? join(context.scratch, 'reports') : resolve(context.folder, given);
    const look = gitops(['run', 'drift', '--reports', reports], stacks);
    return [
      inEnvironment(input, environment, look),
      {
        argv: tool('tools/gitops/src/main.ts', 'summary', '--reports', reports),
        afterFailure: true,
      },
    ];
  },
};
