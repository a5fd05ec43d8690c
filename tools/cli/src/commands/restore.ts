// SPDX-License-Identifier: Apache-2.0
import { sandboxEnvironment } from '@strata/contracts/sandbox-environment';
import { join, resolve } from 'node:path';
import type { CommandSpec, PlanContext } from '../command.ts';
import { handOn } from '../input.ts';
import type { Input } from '../input.ts';
import { inEnvironment, sandboxOption, tool } from '../in-environment.ts';
import { environmentArgument, pulumi } from '../stacks.ts';
import type { Step } from '../step.ts';
import { UsageError } from '../usage-error.ts';
import { readKubeconfig } from './kubeconfig.ts';

/** Files of this run with outputs of stacks. */
const filesIn = ({ scratch }: PlanContext) => ({
  infra: join(scratch, 'infra.kubeconfig'),
  platform: join(scratch, 'platform.json'),
  kubeconfig: join(scratch, 'kubeconfig'),
});

/** Returns the steps that read what the tool needs of other stacks. */
function reads(input: Input, context: PlanContext, cluster: string): Step[] {
  const environment = input.argument('environment');
  const own = context.repository.clusterOf(environment, cluster);
  const all = context.repository.stacksOf(environment);
  const platform = all.find(({ program }) => program === 'kubevirt-stack');
  const infra = all.find(({ program }) => program === 'infra');
  if (platform === undefined) throw new UsageError(`${environment} has no stack of the platform.`);
  const files = filesIn(context);
  const isSandbox = environment === sandboxEnvironment;
  if (infra === undefined && !isSandbox) {
    throw new UsageError(`${environment} has no stack of infra.`);
  }
  const output = pulumi(platform, 'stack', 'output', '--json');
  return [
    // The rack's own kubeconfig is that of its infra cluster.
    ...(infra === undefined || isSandbox ? [] : [readKubeconfig(input, infra, files.infra)]),
    inEnvironment(input, environment, output, { into: files.platform }),
    readKubeconfig(input, own, files.kubeconfig),
  ];
}

/** Replaces the data of a cluster by that of a backup. */
export const restore: CommandSpec = {
  name: 'restore',
  group: 'Clusters',
  summary: 'replace the data of a cluster by that of a backup',
  details:
    'Says first which objects are lost, and asks. Then the control-plane machines stop, a Job in the namespace of the cluster writes the backup to their disks, they start, and the workers are made anew. A run that was killed is run again, and goes on where it was. The former data is kept in the repository of the backups.',
  arguments: [environmentArgument, { name: 'cluster', text: 'a user cluster of it' }],
  options: [
    { name: 'backup', value: 'id', text: 'which backup; latest is the newest (default: latest)' },
    { name: 'preview', text: 'only say what would be done' },
    { name: 'yes', short: 'y', text: 'do not ask; needed without a terminal' },
    { name: 'again', text: 'restore once more, although a restore of this cluster has ended' },
    {
      name: 'without-former',
      value: 'members',
      text: 'write the disks of these (cp-0,cp-1) although their former data cannot be read',
    },
    { name: 'give-up', text: 'end a restore that has written nothing, and start the machines' },
    { name: 'no-update-runs', text: 'no update of the cluster runs on another machine' },
    { name: 'no-trial', text: 'do not restore the backup on this machine first, nor compare it' },
    {
      name: 'repository',
      value: 'url',
      text: "a copy of the repository to look into, where this machine does not reach the stack's own",
    },
    sandboxOption,
  ],
  examples: ['restore production shop --preview', 'restore production shop --backup 4f2a91c0'],
  plan: (input, context) => {
    const environment = input.argument('environment');
    const cluster = input.argument('cluster');
    const before = reads(input, context, cluster);
    const { infra, kubeconfig, platform } = filesIn(context);
    const copy = input.text('repository');
    const place =
      copy === undefined || /^[a-z0-9]+:/.test(copy) ? copy : resolve(context.folder, copy);
    const isSandbox = environment === sandboxEnvironment;
    const argv = tool(
      'tools/prove-restore/src/restore/main.ts',
      environment,
      cluster,
      ...handOn(input, 'backup', 'preview', 'yes', 'again', 'give-up', 'no-update-runs'),
      ...handOn(input, 'no-trial', 'without-former'),
      ...(place === undefined ? [] : ['--repository', place]),
      '--platform',
      platform,
      ...(isSandbox ? [] : ['--infra', infra]),
      '--kubeconfig',
      kubeconfig,
    );
    return [...before, inEnvironment(input, environment, argv)];
  },
};
