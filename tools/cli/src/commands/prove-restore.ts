// SPDX-License-Identifier: Apache-2.0
import { join, resolve } from 'node:path';
import type { CommandSpec, PlanContext } from '../command.ts';
import { handOn } from '../input.ts';
import type { Input } from '../input.ts';
import { inEnvironment, sandboxOption, tool } from '../in-environment.ts';
import { jsonOption } from '../json-option.ts';
import { clusterArgument, environmentArgument } from '../stacks.ts';
import type { Step } from '../step.ts';
import { UsageError } from '../usage-error.ts';

/** Options that are of one cluster. */
const ofOneCluster = ['state', 'repository'] as const;

/** A path is relative to the folder in which somebody types; a repository can be an address as well. */
const placeOf = (text: string, folder: string) =>
  /^[a-z0-9]+:/.test(text) ? text : resolve(folder, text);

/** File of the proof of one cluster among several. */
const proofFileOf = (cluster: string, { scratch }: PlanContext) => join(scratch, `${cluster}.json`);

function stepOf(input: Input, context: PlanContext, cluster: string): Step {
  const { folder } = context;
  const environment = input.argument('environment');
  const places = ofOneCluster.flatMap((name) => {
    const text = input.text(name);
    return text === undefined ? [] : [`--${name}`, placeOf(text, folder)];
  });
  const isOne = input.optional('cluster') !== undefined;
  const flags = [
    ...places,
    ...handOn(input, 'timeout', 'json'),
    ...(isOne ? [] : ['--if-configured']),
  ];
  const argv = tool('tools/prove-restore/src/main.ts', environment, cluster, ...flags);
  // Whether one cluster can be restored says nothing of the next.
  const own = {
    title: `${environment}.${cluster}`,
    afterFailure: true,
    ...(input.has('json') && { into: proofFileOf(cluster, context) }),
  } as const;
  const step = inEnvironment(input, environment, argv, isOne ? {} : own);
  // Without Pulumi, nobody needs its backend.
  return input.text('state') === undefined ? step : { argv: step.argv };
}

/** Whether clusters can be restored. */
export const proveRestore: CommandSpec = {
  name: 'prove-restore',
  group: 'Clusters',
  summary: 'restore the newest backup on this machine, and say whether all is in it',
  details:
    'Of a cluster, or of all of an environment that have backups. Real restic, etcd and kube-apiserver run on loopback; the cluster is not touched, and the repository is only read. The proof is written to .strata/proofs, and `get clusters` shows its age. With --json and no cluster, the answer is a list. Exit code 1: the backup is broken, or could not be tried.',
  arguments: [environmentArgument, clusterArgument],
  options: [
    {
      name: 'state',
      value: 'file',
      text: 'what pulumi stack export --show-secrets printed, instead of asking Pulumi',
    },
    {
      name: 'repository',
      value: 'url',
      text: "a copy of the repository, instead of the stack's own",
    },
    { name: 'timeout', value: 'minutes', text: 'how long a cluster may take (default: 30)' },
    jsonOption,
    sandboxOption,
  ],
  examples: ['prove-restore production shop', 'prove-restore production'],
  plan: (input, context) => {
    const { repository } = context;
    const environment = input.argument('environment');
    const cluster = input.optional('cluster');
    if (cluster !== undefined) {
      repository.clusterOf(environment, cluster);
      return [stepOf(input, context, cluster)];
    }
    repository.stacksOf(environment);
    const given = ofOneCluster.find((name) => input.text(name) !== undefined);
    if (given !== undefined) throw new UsageError(`--${given} is of one cluster: name it.`);
    const clusters = repository.clusters(environment);
    if (clusters.length === 0) throw new UsageError(`${environment} has no user clusters.`);
    const steps = clusters.map((one) => stepOf(input, context, one));
    if (!input.has('json')) return steps;
    const files = clusters.map((one) => proofFileOf(one, context));
    const joined = tool('tools/prove-restore/src/join/main.ts', ...files);
    return [...steps, { argv: joined, afterFailure: true }];
  },
};
