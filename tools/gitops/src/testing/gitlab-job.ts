// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { runShell } from './run-shell.ts';
import type { Place } from './run-shell.ts';

/** Job, with the keys that this package uses. */
export interface Job {
  readonly extends?: string | readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
  readonly environment?: { readonly name: string };
  readonly id_tokens?: Readonly<Record<string, unknown>>;
  readonly rules?: readonly { readonly if: string; readonly when?: string }[];
  readonly before_script?: readonly string[];
  readonly script?: readonly string[];
}

/** Job of GitLab's pipeline, and its surroundings. */
export interface GitLabJob extends Place {
  /** Name of the job, such as `comment`. */
  readonly job: string;
}

/** Content of `.gitlab-ci.yml` itself. */
export interface GitLabPipeline {
  readonly include: readonly { readonly local: string }[];
  readonly workflow: { readonly rules: readonly { readonly if: string; readonly when?: string }[] };
}

const read = (root: string, file: string) =>
  parse(readFileSync(join(root, file), 'utf8')) as unknown;

/** Returns the names of the rings of `stacks/rings.yaml`, in its order. */
export function ringNames(root: string): string[] {
  const { rings } = read(root, 'stacks/rings.yaml') as {
    readonly rings: readonly { readonly name: string }[];
  };
  return rings.map(({ name }) => name);
}

/** Reads `.gitlab-ci.yml`, without the files that it includes. */
export function readGitLabPipeline(root: string): GitLabPipeline {
  return read(root, '.gitlab-ci.yml') as GitLabPipeline;
}

function readPipeline(root: string): Readonly<Record<string, Job>> {
  const files = readGitLabPipeline(root).include.map(({ local }) => read(root, local));
  return Object.assign({}, ...files) as Record<string, Job>;
}

/**
 * Returns a job merged with all that it extends: the later one wins, key by key; lists are not
 * joined.
 *
 * @see https://docs.gitlab.com/ci/yaml/#extends
 */
function extended(jobs: Readonly<Record<string, Job>>, name: string): Job {
  const own = jobs[name];
  if (own === undefined) throw new Error(`GitLab's pipeline has no job "${name}".`);
  const bases = [own.extends ?? []].flat().map((base) => extended(jobs, base));
  return Object.assign({}, ...bases, own) as Job;
}

/** Returns all jobs of the pipeline, merged with what they extend, by name, without templates. */
export function readGitLabJobs(root: string): Readonly<Record<string, Job>> {
  const jobs = readPipeline(root);
  // The key for all jobs is not a job.
  const names = Object.keys(jobs).filter((name) => !name.startsWith('.') && name !== 'variables');
  return Object.fromEntries(names.map((name) => [name, extended(jobs, name)]));
}

/**
 * Runs `before_script` and `script` of a GitLab job in one shell, in a checkout. What GitLab does
 * around it (rules, images, caches, artifacts, variables of the pipeline) is not simulated.
 */
export async function runGitLabJob(
  wanted: GitLabJob,
): Promise<{ readonly code: number; readonly output: string }> {
  const job = extended(readPipeline(wanted.root), wanted.job);
  const lines = [...(job.before_script ?? []), ...(job.script ?? [])];
  return runShell(lines.join('\n'), { ...wanted, env: { ...job.variables, ...wanted.env } });
}
