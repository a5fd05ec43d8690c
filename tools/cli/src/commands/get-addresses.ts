// SPDX-License-Identifier: Apache-2.0
import type { CommandSpec } from '../command.ts';
import { jsonOption } from '../json-option.ts';
import { environmentArgument } from '../stacks.ts';
import { tableText } from '../table-text.ts';
import { environmentFacts, withUnread } from './environment-facts.ts';

/** The command `get addresses`: lists taken and free addresses. */
export const getAddresses: CommandSpec = {
  name: 'get addresses',
  group: 'Clusters',
  summary: 'list the ranges of the address plan, what is free in them, and who has the rest',
  arguments: [environmentArgument],
  options: [jsonOption],
  examples: ['get addresses production'],
  plan: (input, { repository }) => {
    repository.stacksOf(input.argument('environment'));
    return [];
  },
  answer: async (input) => {
    const environment = await environmentFacts(input.argument('environment'));
    const rows = environment.addresses.flatMap(({ name, ranges, unit }) =>
      ranges.map(({ free, shares, text, units }) => ({
        area: name,
        range: text,
        unit,
        units,
        free,
        shares: shares.map((one) => ({ cluster: one.cluster, text: one.text })),
      })),
    );
    const cells = rows.map(({ area, free, range, shares, unit, units }) => [
      area,
      range,
      `${free} of ${units}`,
      unit,
      shares.map(({ cluster, text }) => `${cluster}: ${text}`).join(', '),
    ]);
    const text = tableText(['area', 'range', 'free', 'unit', 'taken'], cells);
    return withUnread({ text, json: rows }, environment);
  },
};
