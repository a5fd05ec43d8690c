// SPDX-License-Identifier: Apache-2.0
import type { CommandSpec } from '../command.ts';
import { handOn } from '../input.ts';
import { jsonOption } from '../json-option.ts';
import { planCheck } from '../plan-check.ts';
import { environmentArgument } from '../stacks.ts';
import { UsageError } from '../usage-error.ts';

const targets = ['to', 'kubernetes', 'infra-kubernetes'] as const;

/** The way to a release or a Kubernetes. */
export const planUpgrade: CommandSpec = {
  name: 'plan upgrade',
  group: 'Plans',
  summary: 'the updates to a release or a Kubernetes, one after the other',
  arguments: [environmentArgument],
  options: [
    { name: 'to', value: 'release', text: 'of the platform' },
    { name: 'kubernetes', value: 'version', text: 'of the user clusters' },
    { name: 'infra-kubernetes', value: 'minor', text: 'of the infra cluster' },
    {
      name: 'from-infra-kubernetes',
      value: 'minor',
      text: 'what the infra cluster runs now, where no file says so',
    },
    jsonOption,
  ],
  examples: ['plan upgrade production --to v1.9'],
  plan: (input, { repository }) => {
    const environment = input.argument('environment');
    repository.stacksOf(environment);
    if (!targets.some((name) => input.text(name) !== undefined)) {
      throw new UsageError('Name where it shall lead: --to, --kubernetes or --infra-kubernetes.');
    }
    const names = [...targets, 'from-infra-kubernetes', 'json'];
    const flags = handOn(input, ...names);
    return [{ argv: planCheck('upgrade-plan', '--environment', environment, ...flags) }];
  },
};
