// SPDX-License-Identifier: Apache-2.0
import { Repository } from '../deploy/repository.ts';
import { accessFromEnvironment } from '../forge/forge-from-environment.ts';
import { gitHubPullRequests } from '../forge/github-pull-requests.ts';
import { gitLabPullRequests } from '../forge/gitlab-pull-requests.ts';
import type { PullRequestReader } from '../forge/pull-request-reader.ts';
import { GitopsError } from '../gitops-error.ts';
import { destroyClusters } from '../pull-request-clusters/destroy-clusters.ts';
import { readPullRequestClusterConfigs } from '../pull-request-clusters/read-pull-request-cluster-configs.ts';
import { refuseTooMany } from '../pull-request-clusters/refuse-too-many.ts';
import { refuseShallow } from '../pull-request-clusters/why-kept.ts';
import type { Command, CommandContext } from './command.ts';
import { parseOptions, positiveNumber } from './parse-arguments.ts';
import { defaultParallel } from '../run/default-parallel.ts';
import { defaultReports } from './run-command.ts';

const options = {
  reports: { type: 'string' },
  parallel: { type: 'string', default: `${defaultParallel}` },
  'begin-within': { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
} as const;

/** Returns the readers of repositories, one for each. */
function readers({ env, progress }: CommandContext): (repository: string) => PullRequestReader {
  const { access, name } = accessFromEnvironment(env, { report: progress });
  const connect = name === 'GitHub' ? gitHubPullRequests : gitLabPullRequests;
  const known = new Map<string, PullRequestReader>();
  return (repository) => {
    const reader = known.get(repository) ?? connect({ ...access, repository });
    known.set(repository, reader);
    return reader;
  };
}

/** Makes and destroys clusters for pull requests. */
export const pullRequestClustersCommand: Command = {
  usage: [
    'pull-request-clusters write|destroy [--dry-run] [--reports DIR] [--parallel N]',
    '    [--begin-within MINUTES]',
    'clusters for the pull requests that stacks/pull-request-clusters names. write: writes the files of',
    'those that have the label and no cluster, and later ends where the label was set again. destroy:',
    'destroys the clusters of those that are closed, without the label, or whose lease has ended, and',
    'removes their files. Both commit nothing; .ci/push-clusters does it. --begin-within: no destroy is',
    'begun later than so many minutes after the start',
  ],
  run: async (args, context) => {
    const { positionals, values } = parseOptions(args, options, { least: 1, most: 1 });
    const { workspace } = context;
    const [verb = ''] = positionals;
    if (verb !== 'write' && verb !== 'destroy') {
      throw new GitopsError(`pull-request-clusters "${verb}" is neither write nor destroy`);
    }
    new Repository(workspace.root).refuseUncommitted();
    const configs = readPullRequestClusterConfigs(workspace);
    if (configs.length === 0) {
      context.progress('No environment has clusters for pull requests.');
      return 0;
    }
    const readerOf = readers(context);
    const run = { context, readerOf, now: new Date(), isDryRun: values['dry-run'] };
    if (verb === 'write') {
      for (const config of configs) refuseTooMany(workspace.root, config);
      // The generator loads Pulumi's SDK, which no other command of this tool needs.
      const { writeClusterFiles } = await import('../pull-request-clusters/write-cluster-files.ts');
      return (await writeClusterFiles(run, configs)) ? 0 : 1;
    }
    refuseShallow(workspace.root);
    const within = values['begin-within'];
    const isWell = await destroyClusters(run, configs, {
      reports: values.reports ?? defaultReports(workspace),
      parallel: positiveNumber('parallel', values.parallel),
      ...(within !== undefined && { beginWithin: positiveNumber('begin-within', within) }),
    });
    return isWell ? 0 : 1;
  },
};
