// SPDX-License-Identifier: Apache-2.0
import { sandboxEnvironment } from '@strata/contracts/sandbox-environment';
import { join } from 'node:path';
import type { CommandSpec } from '../command.ts';
import { inEnvironment, sandboxOption, tool } from '../in-environment.ts';
import { handOn } from '../input.ts';
import { environmentArgument } from '../stacks.ts';
import { UsageError } from '../usage-error.ts';
import { readKubeconfig } from './kubeconfig.ts';

/** Replaces the data of volumes of a cluster by that of snapshots. */
export const restoreVolumes: CommandSpec = {
  name: 'restore-volumes',
  group: 'Clusters',
  summary: 'replace the data of volumes of a cluster by that of snapshots',
  details:
    'Says first which volumes lose what, and asks. The snapshots are those of backup.volumes. Volumes in use are refused: scale what has them to 0 first. Each volume is made anew under its name, so its claim stays; what it had before is kept as a snapshot. The same command goes on where one was killed.',
  arguments: [environmentArgument, { name: 'cluster', text: 'a user cluster of it' }],
  options: [
    {
      name: 'volume',
      value: 'claims',
      text: 'which volumes: claims such as shop/data, or volumes such as pvc-..., with commas between',
    },
    { name: 'all', text: 'all volumes that have a snapshot' },
    { name: 'run', value: 'job', text: 'the snapshots of this run (default: the newest)' },
    { name: 'as', value: 'claim', text: 'a new claim for a volume whose claim is gone' },
    {
      name: 'block',
      text: 'with --as: the volume was a raw device (volumeMode: Block); as a file system it would be formatted',
    },
    {
      name: 'discard',
      text: 'take no snapshot of what the volumes have now, which is lost: for volumes of which the storage can take none',
    },
    { name: 'preview', text: 'only say what would be done' },
    { name: 'yes', short: 'y', text: 'do not ask; needed without a terminal' },
    sandboxOption,
  ],
  examples: [
    'restore-volumes production shop --all --preview',
    'restore-volumes production shop --volume shop/data',
  ],
  plan: (input, context) => {
    const { repository, scratch } = context;
    const environment = input.argument('environment');
    const cluster = input.argument('cluster');
    const own = repository.clusterOf(environment, cluster);
    const infra = repository.stacksOf(environment).find(({ program }) => program === 'infra');
    // The rack's own kubeconfig is that of its infra cluster.
    const isSandbox = environment === sandboxEnvironment;
    if (infra === undefined && !isSandbox) {
      throw new UsageError(`${environment} has no stack of infra.`);
    }
    const files = { infra: join(scratch, 'infra.kubeconfig'), own: join(scratch, 'kubeconfig') };
    const argv = tool(
      'tools/prove-restore/src/volumes/main.ts',
      environment,
      cluster,
      ...handOn(input, 'volume', 'all', 'run', 'as', 'block', 'discard', 'preview', 'yes'),
      ...(isSandbox ? [] : ['--infra', files.infra]),
      '--kubeconfig',
      files.own,
    );
    return [
      ...(infra === undefined || isSandbox ? [] : [readKubeconfig(input, infra, files.infra)]),
      readKubeconfig(input, own, files.own),
      inEnvironment(input, environment, argv),
    ];
  },
};
