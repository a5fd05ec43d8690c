// SPDX-License-Identifier: Apache-2.0
import { suggestion } from '@strata/contracts';
import type { Stack } from '@strata/nx-pulumi/stacks';
import { PlanError } from '@strata/plan-check/report';
import { join } from 'node:path';
import { missingKubeconfigs } from '../deploy/missing-kubeconfigs.ts';
import { pipelineRingProblems } from '../deploy/pipeline-rings.ts';
import { readRings } from '../deploy/read-rings.ts';
import { GitopsError } from '../gitops-error.ts';
import { readApproved } from '../report/approved-previews.ts';
import { makeReportFolder } from '../report/report-files.ts';
import { leaveOutByHand } from '../run/by-hand.ts';
import { refuseLeftRunning } from '../run/refuse-left-running.ts';
import { isGood, runStacks } from '../run/run-stacks.ts';
import type { Operation } from '../run/run-stack.ts';
import { currentCommit, findStack } from '../run/workspace.ts';
import type { Workspace } from '../run/workspace.ts';
import { defaultParallel } from '../run/default-parallel.ts';
import type { Command, CommandContext } from './command.ts';
import { parseOptions, positiveNumber } from './parse-arguments.ts';
import { reachedSince, removedWords } from './reached-stacks.ts';
import type { ReachedStacks } from './reached-stacks.ts';

/** Returns the default folder of reports, which Git ignores. */
export function defaultReports({ root }: Workspace): string {
  return join(root, '.strata/reports');
}

const operations: readonly Operation[] = ['preview', 'up', 'drift', 'destroy'];

function operationOf(text: string): Operation {
  const found = operations.find((one) => one === text);
  if (found !== undefined) return found;
  throw new GitopsError(`there is no operation "${text}"; ${suggestion(text, operations)}`);
}

const options = {
  stack: { type: 'string', multiple: true },
  environment: { type: 'string' },
  all: { type: 'boolean' },
  since: { type: 'string' },
  reports: { type: 'string' },
  approved: { type: 'string' },
  older: { type: 'boolean', default: false },
  offline: { type: 'boolean', default: false },
  parallel: { type: 'string', default: `${defaultParallel}` },
} as const;

async function offlinePreviews(operation: Operation, isOffline: boolean) {
  if (!isOffline) return undefined;
  if (operation !== 'preview') throw new GitopsError('--offline is for previews alone');
  // Imported only here, because its SDK takes time to load.
  const { OfflinePreviews } = await import('../offline/offline-previews.ts');
  return new OfflinePreviews();
}

/**
 * Returns whether the rings are those of the stacks and of the pipeline, and reports what is wrong:
 * otherwise a change of them would pass its previews, and stop all deployments once it is merged.
 */
function ringsCanBeDeployed({ env, progress, workspace }: CommandContext): boolean {
  try {
    const rings = readRings(workspace);
    const problems = pipelineRingProblems(workspace.root, rings, env);
    for (const one of problems) progress(`After the merge a ring would not be deployed: ${one}`);
    for (const one of missingKubeconfigs(workspace, rings, env)) {
      progress(`After the merge a stack may not be deployed: ${one}`);
    }
    return problems.length === 0;
  } catch (error) {
    if (!(error instanceof GitopsError || error instanceof PlanError)) throw error;
    progress(`After the merge no ring would be deployed: ${error.message}`);
    return false;
  }
}

const none: ReachedStacks = { reached: [], removed: [] };

/** Runs one operation on the stacks that are named. */
export const runCommand: Command = {
  usage: [
    'run preview|up|drift|destroy --stack ID ... | --environment NAME | --all | --since COMMIT',
    '    [--reports DIR] [--approved DIR] [--older] [--parallel N] [--offline]',
    'one operation on these stacks; a report of each goes to DIR. --since: the stacks that something',
    'changed since that commit can reach. --approved: reports of previews, beyond which up and destroy',
    'do nothing. --older: up also takes back what a newer commit has deployed. --offline: previews',
    'without clusters, state and keys, from stacks/infra-facts. Without it, --since leaves out',
    'environments that are brought up by hand. preview --since also fails if rings are wrong and, unless',
    'offline, if the file of a stack is removed whose state has resources',
  ],
  run: async (args, context) => {
    const { positionals, values } = parseOptions(args, options, { least: 1, most: 1 });
    const operation = operationOf(positionals[0] ?? '');
    const { workspace } = context;
    const named = (values.stack ?? []).map((id) => findStack(workspace, id));
    const since =
      values.since === undefined
        ? none
        : reachedSince(workspace, values.since, { offline: values.offline });
    const reached = since.reached.map(({ stack }) => stack);
    const isNamed = (stack: Stack) =>
      values.all === true || stack.environment === values.environment || named.includes(stack);
    const stacks = workspace.stacks.filter((stack) => isNamed(stack) || reached.includes(stack));
    const reports = values.reports ?? defaultReports(workspace);
    // Previews of a change are made all the same: they say what else is wrong with it.
    const isOfChange = operation === 'preview' && values.since !== undefined;
    const canDeploy = !isOfChange || ringsCanBeDeployed(context);
    for (const stack of since.removed) context.progress(removedWords(stack));
    // Only its state says whether anything is left of a stack, and offline previews read no state.
    const removed = isOfChange && !values.offline ? since.removed : [];
    if (stacks.length + removed.length === 0 && values.since !== undefined) {
      makeReportFolder(reports);
      context.progress(`Nothing that changed since ${values.since} reaches a stack.`);
      return canDeploy ? 0 : 1;
    }
    if (stacks.length + removed.length === 0) {
      throw new GitopsError(
        'no stack is named: --stack ID, --environment NAME, --all or --since COMMIT',
      );
    }
    if (values.older && operation !== 'up') throw new GitopsError('--older is for up alone');
    const approved =
      values.approved === undefined
        ? undefined
        : readApproved(values.approved, currentCommit(workspace));
    const offline = await offlinePreviews(operation, values.offline);
    const choice = { operation, stacks: [...stacks, ...removed], reports, isNamed };
    try {
      const how = {
        ...context,
        mayBeOlder: values.older,
        ...(offline !== undefined && { offline }),
      };
      // Offline previews read no state, so all can be made.
      const kept = offline === undefined ? leaveOutByHand(context, choice) : choice.stacks;
      const done = await runStacks(how, {
        operation,
        stacks: kept.filter((stack) => !removed.includes(stack)),
        reports,
        parallel: positiveNumber('parallel', values.parallel),
        ...(approved !== undefined && { approved }),
      });
      const gone = kept.filter((stack) => removed.includes(stack));
      const nothingIsLeft = await refuseLeftRunning(context, gone, reports);
      return canDeploy && nothingIsLeft && done.every(isGood) ? 0 : 1;
    } finally {
      await offline?.close();
    }
  },
};
