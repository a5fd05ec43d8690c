// SPDX-License-Identifier: Apache-2.0
import { resolve } from 'node:path';
import type { CommandSpec } from '../command.ts';
import { handOn } from '../input.ts';
import { jsonOption } from '../json-option.ts';
import { outputsOf, planCheck } from '../plan-check.ts';
import { sandboxOption } from '../in-environment.ts';
import { environmentArgument } from '../stacks.ts';

/** Who reaches whom. */
export const planIsolation: CommandSpec = {
  name: 'plan isolation',
  group: 'Plans',
  summary: 'which user clusters reach each other, and what they reach of the platform',
  details: 'It needs the outputs of the platform: those of its stack, or those in a file.',
  arguments: [environmentArgument],
  options: [
    {
      name: 'platform',
      value: 'file',
      text: 'the outputs of the platform, as pulumi stack output --json prints them',
    },
    jsonOption,
    sandboxOption,
  ],
  examples: ['plan isolation production'],
  plan: (input, context) => {
    const environment = input.argument('environment');
    context.repository.stacksOf(environment);
    const given = input.text('platform');
    const question = ['isolation', '--environment', environment, ...handOn(input, 'json')];
    const ask = (file: string) => ({ argv: planCheck(...question, '--platform', file) });
    if (given !== undefined) return [ask(resolve(context.folder, given))];
    const { file, step } = outputsOf(input, context, 'kubevirt-stack');
    return [step, ask(file)];
  },
};
