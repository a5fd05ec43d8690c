// SPDX-License-Identifier: Apache-2.0
import { suggestion } from '@strata/contracts';
import { deploy } from '../deploy/deploy.ts';
import { readRings } from '../deploy/read-rings.ts';
import { Repository } from '../deploy/repository.ts';
import { GitopsError } from '../gitops-error.ts';
import { readApprovedDeployment } from '../report/approved-previews.ts';
import { requireRings } from '../report/ring-result.ts';
import { currentCommit } from '../run/workspace.ts';
import type { Command } from './command.ts';
import { parseOptions, positiveNumber } from './parse-arguments.ts';
import { defaultParallel } from '../run/default-parallel.ts';
import { defaultReports } from './run-command.ts';

const options = {
  environment: { type: 'string' },
  ring: { type: 'string' },
  reports: { type: 'string' },
  approved: { type: 'string' },
  after: { type: 'string' },
  'begin-within': { type: 'string' },
  older: { type: 'boolean', default: false },
  parallel: { type: 'string', default: `${defaultParallel}` },
  preview: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
} as const;

/** Updates stacks that may have changed since their last update. */
export const deployCommand: Command = {
  usage: [
    'deploy [--ring NAME | --environment NAME] [--reports DIR] [--parallel N]',
    '    [--dry-run | --preview | --approved DIR] [--after DIR] [--begin-within MINUTES] [--older]',
    'brings up, ring by ring (stacks/rings.yaml), each stack that something can have changed since',
    'the commit that it was last brought up with, or that has not been brought up for long.',
    '--preview: only previews these stacks; exit code 0 whatever they say. --approved: reports of',
    'such previews, beyond which nothing is done; a stack without one is left to the next deployment.',
    '--after: reports of the rings in front, without whose good end nothing is done.',
    '--begin-within: no stack is begun later than so many minutes after the start, so that no time limit',
    'cuts it off; then the command fails. --older: also takes back what a newer commit has deployed',
  ],
  run: async (args, context) => {
    const { values } = parseOptions(args, options);
    const { workspace } = context;
    const { renewAfterDays, rings: all } = readRings(workspace);
    const { environment, ring } = values;
    const names = all.map(({ name }) => name);
    const environments = all.flatMap((one) => one.environments);
    if (ring !== undefined && environment !== undefined) {
      throw new GitopsError(
        '--ring and --environment are two ways to choose what is deployed; give one of them',
      );
    }
    if (ring !== undefined && !names.includes(ring)) {
      throw new GitopsError(`there is no ring "${ring}"; ${suggestion(ring, names)}`);
    }
    if (environment !== undefined && !environments.includes(environment)) {
      const hint = suggestion(environment, environments);
      throw new GitopsError(`there is no environment "${environment}"; ${hint}`);
    }
    new Repository(workspace.root).refuseUncommitted();
    const rings = all
      .filter(({ name }) => ring === undefined || name === ring)
      .map((one) => ({
        ...one,
        environments: one.environments.filter((name) => (environment ?? name) === name),
      }))
      .filter((one) => one.environments.length > 0);
    const first = all.findIndex(({ name }) => name === rings[0]?.name);
    const { after, approved } = values;
    const commit = currentCommit(workspace);
    const wanted = { commit, environments: rings.flatMap((one) => one.environments) };
    const within = values['begin-within'];
    const ahead = all.slice(0, first);
    if (after !== undefined) requireRings(after, ahead, commit);
    const isGood = await deploy(
      { ...context, mayBeOlder: values.older },
      {
        rings,
        ahead,
        renewAfterDays,
        reports: values.reports ?? defaultReports(workspace),
        parallel: positiveNumber('parallel', values.parallel),
        only: values['dry-run'] ? 'list' : values.preview ? 'preview' : undefined,
        ...(approved !== undefined && { approved: readApprovedDeployment(approved, wanted) }),
        ...(within !== undefined && { beginWithin: positiveNumber('begin-within', within) }),
      },
    );
    return isGood ? 0 : 1;
  },
};
