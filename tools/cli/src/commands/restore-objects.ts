// SPDX-License-Identifier: Apache-2.0
import { sandboxEnvironment } from '@strata/contracts/sandbox-environment';
import { join, resolve } from 'node:path';
import type { CommandSpec, PlanContext } from '../command.ts';
import { inEnvironment, sandboxOption, tool } from '../in-environment.ts';
import { handOn } from '../input.ts';
import type { Input } from '../input.ts';
import type { StackChoice } from '../repository.ts';
import { environmentArgument } from '../stacks.ts';
import { UsageError } from '../usage-error.ts';
import { readKubeconfig } from './kubeconfig.ts';

/** The cluster that gets the objects: one of the same environment, or of the one before the dot. */
function targetOf(input: Input, { repository }: PlanContext): StackChoice {
  const environment = input.argument('environment');
  const to = input.text('to') ?? input.argument('cluster');
  const [first = '', second] = to.split('.');
  const target =
    second === undefined
      ? repository.clusterOf(environment, first)
      : repository.clusterOf(first, second);
  const isInside = (one: string) => one === sandboxEnvironment;
  if (isInside(target.environment) === isInside(environment)) return target;
  throw new UsageError(
    'Clusters of the sandbox are reached from inside of its rack only: write files by --out, and give them to kubectl there (npx strata exec kubectl).',
  );
}

/** Paths that somebody typed, from the folder in which they did; a repository can be an address as well. */
function places(input: Input, { folder }: PlanContext): string[] {
  return (['out', 'state', 'repository'] as const).flatMap((name) => {
    const text = input.text(name);
    if (text === undefined) return [];
    const isAddress = name === 'repository' && /^[a-z0-9]+:/.test(text);
    return [`--${name}`, isAddress ? text : resolve(folder, text)];
  });
}

/** Brings objects of a backup into a cluster, or into files. */
export const restoreObjects: CommandSpec = {
  name: 'restore-objects',
  group: 'Clusters',
  summary: 'bring back a namespace or single kinds of a backup, also into another cluster',
  details:
    'Says first what is new, there already, refused and left out, and asks. What is there stays as it is; nodes, volumes and what controllers or Strata make are left out. Real etcd and kube-apiserver run on this machine for it; the repository is only read. A run that was killed is run again.',
  arguments: [environmentArgument, { name: 'cluster', text: 'the user cluster of the backup' }],
  options: [
    {
      name: 'to',
      value: 'cluster',
      text: 'which cluster gets them: copy, or staging.copy of another environment (default: the same)',
    },
    {
      name: 'out',
      value: 'folder',
      text: 'write them to a new folder instead, with Secrets in plain text',
    },
    {
      name: 'namespace',
      value: 'names',
      text: 'only these, with commas between (default: all, and what has no namespace)',
    },
    { name: 'kind', value: 'kinds', text: 'only these: secrets,deployments.apps' },
    { name: 'backup', value: 'id', text: 'which backup; latest is the newest (default: latest)' },
    { name: 'empty-volumes', text: 'bring claims, too, with new and empty volumes' },
    { name: 'stopped', text: 'let nothing run: 0 replicas, suspended Jobs, no pods' },
    { name: 'preview', text: 'only say what would be done' },
    { name: 'yes', short: 'y', text: 'do not ask; needed without a terminal' },
    {
      name: 'state',
      value: 'file',
      text: 'what pulumi stack export --show-secrets printed, of a cluster that may be gone',
    },
    {
      name: 'repository',
      value: 'url',
      text: "a copy of the repository, instead of the stack's own",
    },
    sandboxOption,
  ],
  examples: [
    'restore-objects production shop --namespace shop --preview',
    'restore-objects production shop --to reports --stopped',
  ],
  plan: (input, context) => {
    const { repository, scratch } = context;
    const environment = input.argument('environment');
    const cluster = input.argument('cluster');
    const hasState = input.text('state') !== undefined;
    // The files of a cluster that is gone may be gone as well.
    if (!hasState) repository.clusterOf(environment, cluster);
    if (input.text('to') !== undefined && input.text('out') !== undefined) {
      throw new UsageError('--to names a cluster and --out a folder: give one of them.');
    }
    const target = input.text('out') === undefined ? targetOf(input, context) : undefined;
    const kubeconfig = join(scratch, 'kubeconfig');
    const argv = tool(
      'tools/prove-restore/src/object-restore/main.ts',
      environment,
      cluster,
      ...handOn(input, 'namespace', 'kind', 'backup', 'empty-volumes', 'stopped'),
      ...handOn(input, 'preview', 'yes'),
      ...places(input, context),
      ...(target === undefined ? [] : ['--to', target.stack, '--kubeconfig', kubeconfig]),
    );
    const step = inEnvironment(input, environment, argv);
    return [
      ...(target === undefined ? [] : [readKubeconfig(input, target, kubeconfig)]),
      // Without Pulumi, nobody needs its backend.
      hasState ? { argv: step.argv } : step,
    ];
  },
};
