// SPDX-License-Identifier: Apache-2.0
import type { CommandSpec } from '../command.ts';
import { jsonOption } from '../json-option.ts';
import { environmentArgument } from '../stacks.ts';
import { tableText } from '../table-text.ts';
import { environmentFacts } from './environment-facts.ts';

/** What the files say of an environment's user clusters. */
export const getClusters: CommandSpec = {
  name: 'get clusters',
  group: 'Clusters',
  summary: 'list the user clusters of an environment, as their files have them',
  arguments: [environmentArgument],
  options: [jsonOption],
  examples: ['get clusters production'],
  plan: (input, { repository }) => {
    repository.stacksOf(input.argument('environment'));
    return [];
  },
  answer: async (input) => {
    const { clusters } = await environmentFacts(input.argument('environment'));
    const rows = clusters.map(({ facts, file, name }) => {
      if (facts.value === undefined) return { name, file, problem: facts.problem };
      const { addresses, groups, kubernetes } = facts.value;
      const count = (role: string) =>
        groups.filter((one) => one.role === role).reduce((sum, one) => sum + one.machines, 0);
      return {
        name,
        file,
        kubernetes,
        controlPlanes: count('control-plane'),
        workers: count('worker'),
        endpoint: addresses.find(({ what }) => what === 'API')?.text ?? '',
      };
    });
    const cells = rows.map((row) =>
      'problem' in row
        ? [row.name, '?', '', '', row.problem ?? '']
        : [row.name, row.kubernetes, String(row.controlPlanes), String(row.workers), row.endpoint],
    );
    return {
      text: tableText(['name', 'kubernetes', 'control planes', 'workers', 'api'], cells),
      json: rows,
    };
  },
};
