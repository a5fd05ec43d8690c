// SPDX-License-Identifier: Apache-2.0
import type { CommandSpec } from '../command.ts';
import { jsonOption } from '../json-option.ts';
import { lastProof } from '@strata/fleet/last-proof';
import { proofWords } from '../restore-proofs.ts';
import { root } from '../root.ts';
import { environmentArgument } from '../stacks.ts';
import { tableText } from '../table-text.ts';
import { environmentFacts, withUnread } from './environment-facts.ts';

/** The command `get clusters`: lists an environment's user clusters, as the files define them. */
export const getClusters: CommandSpec = {
  name: 'get clusters',
  group: 'Clusters',
  summary: 'list the user clusters of an environment, as their files have them',
  details: 'With the age of the last proof of `prove-restore` on this machine.',
  arguments: [environmentArgument],
  options: [jsonOption],
  examples: ['get clusters production'],
  plan: (input, { repository }) => {
    repository.stacksOf(input.argument('environment'));
    return [];
  },
  answer: async (input) => {
    const environment = input.argument('environment');
    const found = await environmentFacts(environment);
    const rows = found.clusters.map(({ facts, file, name }) => {
      const proof = lastProof(root, environment, name);
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
        restoreProof: proof && {
          time: proof.time,
          verdict: proof.verdict,
          backup: proof.backup.time,
        },
      };
    });
    const now = Date.now();
    const cells = rows.map((row) => {
      if ('problem' in row) return [row.name, '?', '', '', row.problem ?? '', ''];
      const { controlPlanes, endpoint, kubernetes, name, restoreProof, workers } = row;
      const numbers = [String(controlPlanes), String(workers)];
      return [name, kubernetes, ...numbers, endpoint, proofWords(restoreProof, now)];
    });
    const headings = ['name', 'kubernetes', 'control planes', 'workers', 'api', 'restore proven'];
    const failed = rows.some((row) => 'problem' in row);
    return withUnread({ text: tableText(headings, cells), json: rows, failed }, found);
  },
};
