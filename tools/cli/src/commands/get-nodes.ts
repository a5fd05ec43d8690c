// SPDX-License-Identifier: Apache-2.0
import { sandboxEnvironment } from '@strata/contracts/sandbox-environment';
import { join } from 'node:path';
import type { CommandSpec } from '../command.ts';
import { jsonOption } from '../json-option.ts';
import { inEnvironment, sandboxOption } from '../in-environment.ts';
import { clusterArgument, environmentArgument } from '../stacks.ts';
import { UsageError } from '../usage-error.ts';
import { readKubeconfig } from './kubeconfig.ts';

/** The command `get nodes`: lists hosts or nodes, as the API server reports them. */
export const getNodes: CommandSpec = {
  name: 'get nodes',
  group: 'Clusters',
  summary: 'list the hosts of an environment, or the nodes of a cluster of it',
  arguments: [environmentArgument, clusterArgument],
  options: [jsonOption, sandboxOption],
  examples: ['get nodes production shop', 'get nodes sandbox'],
  plan: (input, { repository, scratch }) => {
    const environment = input.argument('environment');
    const cluster = input.optional('cluster');
    const infra = repository.stacksOf(environment).find(({ program }) => program === 'infra');
    const output = ['get', 'nodes', '-o', input.has('json') ? 'json' : 'wide'];
    // The rack's own kubeconfig is that of its infra cluster.
    if (environment === sandboxEnvironment && cluster === undefined) {
      return [inEnvironment(input, environment, ['kubectl', ...output])];
    }
    const stack = cluster === undefined ? infra : repository.clusterOf(environment, cluster);
    if (stack === undefined) throw new UsageError(`${environment} has no stack of infra.`);
    const file = join(scratch, 'kubeconfig');
    return [
      readKubeconfig(input, stack, file),
      inEnvironment(input, environment, ['kubectl', '--kubeconfig', file, ...output]),
    ];
  },
};
