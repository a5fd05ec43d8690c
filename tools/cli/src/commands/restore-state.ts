// SPDX-License-Identifier: Apache-2.0
import { sandboxEnvironment } from '@strata/contracts/sandbox-environment';
import { join } from 'node:path';
import type { CommandSpec } from '../command.ts';
import { inEnvironment, sandboxOption, tool } from '../in-environment.ts';
import { handOn } from '../input.ts';
import { environmentArgument, gitops, pulumi } from '../stacks.ts';
import { UsageError } from '../usage-error.ts';
import { readKubeconfig } from './kubeconfig.ts';

/** Puts the state of a running cluster together again. */
export const restoreState: CommandSpec = {
  name: 'restore-state',
  group: 'Clusters',
  summary: 'put the lost state of a running cluster together again',
  details:
    'Reads the keys of the cluster from the Secrets of its namespace on the infra cluster, and asks its API with them. Says what nothing has any more, and asks. Then it makes a state with these keys, refuses an update that would replace a machine, takes on all objects as they are, and previews that nothing is left to do. A stack that has a state is refused. The same command goes on where one was killed.',
  arguments: [environmentArgument, { name: 'cluster', text: 'a user cluster of it' }],
  options: [
    { name: 'preview', text: 'only say which keys are there' },
    { name: 'yes', short: 'y', text: 'do not ask; needed without a terminal' },
    { name: 'no-update-runs', text: 'no update of the cluster runs on another machine' },
    sandboxOption,
  ],
  examples: ['restore-state production shop --preview', 'restore-state production shop'],
  plan: (input, context) => {
    const { initFlags, repository, scratch } = context;
    const environment = input.argument('environment');
    const cluster = input.argument('cluster');
    const own = repository.clusterOf(environment, cluster);
    const infra = repository.stacksOf(environment).find(({ program }) => program === 'infra');
    // The rack's own kubeconfig is that of its infra cluster.
    const isSandbox = environment === sandboxEnvironment;
    if (infra === undefined && !isSandbox) {
      throw new UsageError(`${environment} has no stack of infra.`);
    }
    const init = initFlags(own);
    if (init === undefined) {
      throw new UsageError(
        `The file of ${own.stack} names no key of its secrets: take encryptionsalt, or secretsprovider and encryptedkey, from the file of the platform (docs/state.md#what-encrypts-it).`,
      );
    }
    const file = join(scratch, 'infra.kubeconfig');
    const keys = tool(
      'tools/prove-restore/src/lost-state/main.ts',
      environment,
      cluster,
      ...handOn(input, 'preview', 'yes', 'no-update-runs'),
      ...init,
      ...(isSandbox ? [] : ['--infra', file]),
    );
    const recover = gitops(['recover', ...handOn(input, 'no-update-runs')], [own]);
    const run = (argv: readonly string[]) => inEnvironment(input, environment, argv);
    return [
      ...(infra === undefined || isSandbox ? [] : [readKubeconfig(input, infra, file)]),
      run(keys),
      ...(input.has('preview')
        ? []
        : [run(recover), run(pulumi(own, 'preview', '--expect-no-changes'))]),
    ];
  },
};
