// SPDX-License-Identifier: Apache-2.0
import { resolve } from 'node:path';
import type { CommandSpec } from '../command.ts';
import { handOn } from '../input.ts';
import { tool } from '../in-environment.ts';
import { UsageError } from '../usage-error.ts';

/** The one comment of a pull request. */
export const comment: CommandSpec = {
  name: 'comment',
  group: 'Pull requests and releases',
  summary: 'write the comment of a pull request about all reports, or change it in place',
  details: 'Forge and token are those of the environment variables, as in a job of the forge.',
  arguments: [{ name: 'pull-request', text: 'its number', isOptional: true }],
  options: [
    {
      name: 'open',
      text: 'GitLab: the notes of all open merge requests, from their newest pipelines',
    },
    { name: 'reports', value: 'folder', text: 'where the reports are (.strata/reports)' },
    { name: 'job', value: 'result', text: 'how the job came out that made the reports' },
  ],
  examples: ['comment 42', 'comment --open'],
  plan: (input, { folder }) => {
    const number = input.optional('pull-request');
    const isWrong = number !== undefined && !/^[1-9]\d*$/.test(number);
    if (isWrong || (number === undefined) === !input.has('open')) {
      throw new UsageError('comment needs the number of a pull request, or --open.');
    }
    const reports = input.text('reports');
    const flags = [
      ...(number === undefined ? ['--open'] : ['--pull-request', number]),
      ...(reports === undefined ? [] : ['--reports', resolve(folder, reports)]),
      ...handOn(input, 'job'),
    ];
    return [{ argv: tool('tools/gitops/src/main.ts', 'comment', ...flags) }];
  },
};
