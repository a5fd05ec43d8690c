// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { runShell } from './run-shell.ts';
import type { Place } from './run-shell.ts';

/** A job, as far as this package looks at it. */
export interface Job {
  readonly extends?: string | readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
  readonly environment?: { readonly name: string };
  readonly id_tokens?: Readonly<Record<string, unknown>>;
  readonly rules?: readonly { readonly if: string; readonly when?: string }[];
  readonly before_script?: readonly string[];
  readonly script?: readonly string[];
}

/** A job of GitLab's pipeline, and the world that it runs in. */
export interface GitLabJob extends Place {
  /** Such as `comment`. */
  readonly job: string;
}

/** What `.gitlab-ci.yml` says itself. */
export interface GitLabPipeline {
  readonly include: readonly { readonly local: string }[];
  readonly workflow: { readonly rules: readonly { readonly if: string; readonly when?: string }[] };
}

const read = (root: string, file: string) =>
  parse(readFileSync(join(root, file), 'utf8')) as unknown;

/** Reads `.gitlab-ci.yml`, without what it includes. */
export function readGitLabPipeline(root: string): GitLabPipeline {
  return read(root, '.gitlab-ci.yml') as GitLabPipeline;
}

function readPipeline(root: string): Readonly<Record<string, Job>> {
  const files = readGitLabPipeline(root).include.map(({ local }) => read(root, local));
  return Object.assign({}, ...files) as Record<string, Job>;
}

/**
 * A job with all that it extends: the later one wins, key by key; lists are not joined.
 *
 * @see https://docs.gitlab.com/ci/yaml/#extends
 */
function extended(jobs: Readonly<Record<string, Job>>, name: string): Job {
  const own = jobs[name];
  if (own === undefined) throw new Error(`GitLab's pipeline has no job "${name}".`);
  const bases = [own.extends ?? []].flat().map((base) => extended(jobs, base));
  return Object.assign({}, ...bases, own) as Job;
}

/** All jobs of the pipeline with what they extend, by name; templates are left out. */
export function readGitLabJobs(root: string): Readonly<Record<string, Job>> {
  const jobs = readPipeline(root);
  // What all jobs have is no job.
  const names = Object.keys(jobs).filter((name) => !name.startsWith('.') && name !== 'variables');
  return Object.fromEntries(names.map((name) => [name, extended(jobs, name)]));
}

/**
 * Runs what a job of GitLab's says before and in its script, in one shell, in a checkout. What GitLab
 * does around it (rules, images, caches, artifacts, variables of the pipeline) is not played.
 */
export async function runGitLabJob(
  wanted: GitLabJob,
): Promise<{ readonly code: number; readonly output: string }> {
  const job = extended(readPipeline(wanted.root), wanted.job);
  const lines = [...(job.before_script ?? []), ...(job.script ?? [])];
  return runShell(lines.join('\n'), { ...wanted, env: { ...job.variables, ...wanted.env } });
}
