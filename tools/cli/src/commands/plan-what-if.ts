// SPDX-License-Identifier: Apache-2.0
import { questions, usageOf } from '@strata/fleet/questions';
import type { CommandSpec } from '../command.ts';
import { tool } from '../in-environment.ts';
import { handOn } from '../input.ts';
import { jsonOption } from '../json-option.ts';
import { unknownName } from '../unknown-name.ts';

const questionNames = questions.map(({ name }) => name);

/** The command `plan what-if`: reports the consequences of an event that may happen. */
export const planWhatIf: CommandSpec = {
  name: 'plan what-if',
  group: 'Plans',
  summary:
    'what a lost host or zone, a KubeVirt that ends, another VLAN or a CVE would mean: clusters, machines, addresses, commits',
  details: `From the files, in all environments unless some are named. Questions: ${questions
    .map((question) => `\`${usageOf(question)}\``)
    .join(', ')}.`,
  arguments: [
    { name: 'question', text: questionNames.join(', ') },
    {
      name: 'value',
      text: 'a name or a number, as the question has it',
      isMany: true,
      isOptional: true,
    },
  ],
  options: [
    {
      name: 'environment',
      value: 'environment',
      text: 'only this one; default: all',
      isMany: true,
    },
    jsonOption,
  ],
  examples: [
    'plan what-if host-lost prd-0',
    'plan what-if zone-lost rack-a --environment production',
    'plan what-if kubevirt-ends 1.7',
    'plan what-if vlan-becomes 400 401',
    'plan what-if kubernetes-cve 1.35.4 1.35.5 --json',
  ],
  plan: (input, { repository }) => {
    for (const environment of input.list('environment')) repository.stacksOf(environment);
    const question = input.argument('question');
    if (!questionNames.includes(question)) {
      throw unknownName({
        what: 'question',
        typed: question,
        known: questionNames,
        heading: 'Questions',
      });
    }
    const words = [question, ...input.many('value')];
    const flags = handOn(input, 'environment', 'json');
    return [{ argv: tool('tools/fleet/src/main.ts', 'what-if', ...words, ...flags) }];
  },
};
