// SPDX-License-Identifier: Apache-2.0
import { readReports } from '@strata/gitops';
import type { StackReport } from '@strata/gitops';
import type { JobResult } from '@strata/gitops/workflow-steps';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Pipeline } from './pipeline.ts';

/** Expects a job to have succeeded; otherwise shows what its failed steps said. */
export function succeeded(result: JobResult): JobResult {
  const failed = result.steps.filter(({ outcome }) => outcome === 'failure');
  // A step may fail whose job goes on: there is no artifact when nothing was to be kept.
  expect({ ...result, steps: result.result === 'success' ? [] : failed }).toMatchObject({
    result: 'success',
    steps: [],
  });
  return result;
}

/** Returns something of each report of an artifact of the current run, by `<program>/<stack>`. */
function inReports<T>(
  pipeline: Pipeline,
  artifact: string,
  of: (report: StackReport) => T,
): Record<string, T> {
  const path = join(pipeline.artifacts, artifact);
  const reports = existsSync(path) ? readReports(path) : [];
  return Object.fromEntries(reports.map((one) => [`${one.program}/${one.stack}`, of(one)]));
}

/** Returns how the stacks of an artifact of the current run came out, by `<program>/<stack>`. */
export const outcomesIn = (pipeline: Pipeline, artifact: string) =>
  inReports(pipeline, artifact, ({ outcome }) => outcome as string);

/** Returns which consequences the stacks of an artifact have, in words. */
export const consequencesIn = (pipeline: Pipeline, artifact: string) =>
  inReports(pipeline, artifact, ({ consequences }) => consequences);

/** Returns why the stacks of an artifact came to no good end, line by line. */
export const reasonsIn = (pipeline: Pipeline, artifact: string) =>
  inReports(pipeline, artifact, ({ reason = '' }) => reason.split('\n'));

/** A pull request, as the forge shows it to its workflow. */
export interface OpenPullRequest {
  readonly number: number;
  /** The commit that the forge makes of it: branch and target merged. */
  readonly commit: string;
  /** The newest commit of the target, and that of the branch. */
  readonly base: string;
  readonly head: string;
}

/**
 * Begins the run of a pull request, and returns what runs a job of it.
 * The job is told how the one before it ended, which is well unless something else is said.
 */
export function startPullRequest(
  pipeline: Pipeline,
  { base, commit, head, number }: OpenPullRequest,
): (job: string, result?: JobResult['result']) => Promise<JobResult> {
  pipeline.startRun();
  const repo = { full_name: 'o/r' };
  const event = {
    number,
    pull_request: { number, base: { sha: base }, head: { sha: head, repo } },
  };
  return (job, result = 'success') => {
    const needs = { preview: { result }, full: { result } };
    return pipeline.job({ workflow: 'pull-request', commit, event, job, needs });
  };
}

/** Runs the deployment of the ring `first` that a merge starts, and returns how it ended. */
export async function startDeployment(pipeline: Pipeline, commit: string): Promise<JobResult> {
  pipeline.startRun();
  const run = { workflow: 'deploy', commit, matrix: { ring: 'first' } };
  // This one succeeds whatever its previews say.
  succeeded(await pipeline.job({ ...run, job: 'preview' }));
  const needs = { preview: { result: 'success' } };
  return pipeline.job({ ...run, job: 'deploy', needs });
}

/** Runs a deployment that must end well, and returns the outcome of each stack. */
export async function deploy(pipeline: Pipeline, commit: string): Promise<Record<string, string>> {
  succeeded(await startDeployment(pipeline, commit));
  const outcomes = outcomesIn(pipeline, 'strata-reports-first');
  expect(outcomes).toEqual(outcomesIn(pipeline, 'strata-previews-first'));
  return outcomes;
}

/** Lines of a page from one of its headings to the next that begins with the same characters. */
export function linesBelow(page: string, heading: string): string[] {
  const lines = page.split('\n');
  const from = lines.findIndex((line) => line.startsWith(heading)) + 1;
  const [level = ''] = heading.split(' ');
  const to = lines.findIndex((line, index) => index >= from && line.startsWith(`${level} `));
  return lines.slice(from, to < 0 ? undefined : to).filter((line) => line !== '');
}
