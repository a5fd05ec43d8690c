// SPDX-License-Identifier: Apache-2.0
import { lackingOption } from '@strata/fleet/option-needs';
import type { OptionName } from '@strata/fleet/option-needs';
import { resolve } from 'node:path';
import type { CommandSpec } from '../command.ts';
import { sandboxOption, tool } from '../in-environment.ts';
import { handOn } from '../input.ts';
import type { Input } from '../input.ts';
import { UsageError } from '../usage-error.ts';

/** Name of an option here. */
const ownName = (name: OptionName) => (name === 'sandbox' ? sandboxOption.name : name);

/** @throws UsageError for an option without the one that it needs. */
function checkOptions(input: Input): void {
  const isGiven = (name: string) => input.has(name) || input.text(name) !== undefined;
  const lack = lackingOption(
    (name) => isGiven(ownName(name)),
    (name) => `--${ownName(name)}`,
  );
  if (lack !== undefined) throw new UsageError(`${lack}.`);
}

/** The page of the fleet. */
export const fleet: CommandSpec = {
  name: 'fleet',
  group: 'Clusters',
  summary: 'write one HTML page of the fleet, from the files under stacks/ and from what runs',
  arguments: [
    { name: 'environment', text: 'only these; default: all', isMany: true, isOptional: true },
  ],
  options: [
    { name: 'out', short: 'o', value: 'file', text: 'where it is written (.strata/fleet.html)' },
    {
      name: 'base',
      value: 'commit',
      text: 'before and after: what differs from the last commit in common with this commit or branch',
    },
    { name: 'head', value: 'commit', text: 'with --base: which commit is after (HEAD)' },
    {
      name: 'live',
      text: 'with what runs: also reads the outputs of stacks, and the clusters that they lead to',
    },
    sandboxOption,
    {
      name: 'serve',
      text: 'a server on 127.0.0.1 instead of a file: the page follows what changes, until Ctrl-C',
    },
    { name: 'port', value: 'number', text: 'with --serve: its port (4180)' },
    {
      name: 'every',
      value: 'seconds',
      text: 'with --serve: how long after a reading of the clusters the next begins (30)',
    },
  ],
  examples: [
    'fleet',
    'fleet production --out fleet.html',
    'fleet --base main',
    'fleet production --live',
    'fleet --live --serve',
  ],
  plan: (input, { folder, repository }) => {
    checkOptions(input);
    const environments = input.many('environment');
    for (const environment of environments) repository.stacksOf(environment);
    const out = input.text('out');
    const sandbox = input.text(sandboxOption.name);
    const flags = [
      ...environments.flatMap((environment) => ['--environment', environment]),
      ...(out === undefined ? [] : ['--out', resolve(folder, out)]),
      ...handOn(input, 'base', 'head', 'live', 'serve', 'port', 'every'),
      ...(sandbox === undefined ? [] : ['--sandbox', sandbox]),
    ];
    return [{ argv: tool('tools/fleet/src/main.ts', ...flags) }];
  },
};
