// SPDX-License-Identifier: Apache-2.0
import { sandboxEnvironment } from '@strata/sandbox/environment-name';
import { expiriesOf } from '@strata/fleet/expiries';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandSpec, PlanContext } from '../command.ts';
import { jsonOption } from '../json-option.ts';
import { inEnvironment, sandboxOption } from '../in-environment.ts';
import { environmentArgument } from '../stacks.ts';
import { tableText } from '../table-text.ts';
import { UsageError } from '../usage-error.ts';
import { readKubeconfig } from './kubeconfig.ts';

const rulesFile = ({ scratch }: PlanContext) => join(scratch, 'rules.json');
const rulesOf = ['get', 'prometheusrules.monitoring.coreos.com', '-A', '-o', 'json'];
const noRules = 'No ends are recorded: the platform has no monitoring, or no cluster is up.';

/** The ends that the stacks have recorded for the platform's Prometheus. */
export const getExpiries: CommandSpec = {
  name: 'get expiries',
  group: 'Clusters',
  summary: 'list what ends when in the user clusters of an environment: tokens, keys, certificates',
  details: 'As the last update of each cluster recorded it, for platforms with monitoring.',
  arguments: [environmentArgument],
  options: [jsonOption, sandboxOption],
  examples: ['get expiries production'],
  plan: (input, context) => {
    const environment = input.argument('environment');
    const stacks = context.repository.stacksOf(environment);
    const into = rulesFile(context);
    if (environment === sandboxEnvironment) {
      return [inEnvironment(input, environment, ['kubectl', ...rulesOf], { into })];
    }
    const infra = stacks.find(({ program }) => program === 'infra');
    if (infra === undefined) throw new UsageError(`${environment} has no stack of infra.`);
    const file = join(context.scratch, 'kubeconfig');
    const kubectl = ['kubectl', '--kubeconfig', file, ...rulesOf];
    return [
      readKubeconfig(input, infra, file),
      inEnvironment(input, environment, kubectl, { into }),
    ];
  },
  answer: (_input, context) => {
    const all = expiriesOf(readFileSync(rulesFile(context), 'utf8'), Date.now());
    const cells = all.map(({ cluster, credential, days, ends, told }) => [
      cluster,
      credential,
      ends ?? 'with its machine',
      days === undefined ? '' : String(days),
      told ?? '',
    ]);
    const headings = ['cluster', 'what', 'ends', 'days', 'alert from'];
    return {
      text: all.length === 0 ? noRules : tableText(headings, cells),
      json: all,
    };
  },
};
