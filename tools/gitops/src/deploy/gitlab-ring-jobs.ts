// SPDX-License-Identifier: Apache-2.0
import { readChecked } from '@strata/plan-check/read-yaml';
import { z } from 'zod';

/** Where the shipped pipeline has the jobs of rings. */
const jobsFile = '.gitlab/deploy.yml';

/** Stage of the jobs that show a ring before somebody approves it. */
const look = 'look';

const mapping = z.record(z.string(), z.unknown());

/** @see https://docs.gitlab.com/ci/yaml/#include */
const localInclude = z.looseObject({ local: z.string() });

const oneOrMore = z.union([z.string(), z.array(z.string())]);

/**
 * @see https://docs.gitlab.com/ci/yaml/#extends
 * @see https://docs.gitlab.com/ci/yaml/#parallelmatrix
 */
const job = z.looseObject({
  extends: oneOrMore.optional(),
  stage: z.string().optional(),
  variables: z.looseObject({ RING: z.string().optional() }).optional(),
  parallel: z
    .union([
      z.number(),
      z.looseObject({ matrix: z.array(z.looseObject({ RING: oneOrMore.optional() })) }),
    ])
    .optional()
    // A matrix that is written otherwise gives no ring that can be read here.
    .catch(undefined),
});

interface Job extends z.output<typeof job> {
  /** File that it is in. */
  readonly file: string;
}

/** A job that is given a ring. */
interface RingJob {
  readonly file: string;
  readonly stage: string;
  readonly ring: string;
  /** Where the job has its ring, from its name on. */
  readonly path: string;
}

/** The jobs of a pipeline, as far as files of the repository have them. */
interface Jobs {
  /** Jobs and templates, by name. */
  readonly jobs: ReadonlyMap<string, Job>;
  /** Whether there are no others: no file is included from elsewhere, by a pattern, or by another one. */
  readonly isWhole: boolean;
}

/** Returns the file of the repository that an entry of `include` names; undefined for all others. */
function localFile(include: unknown): string | undefined {
  const name = typeof include === 'string' ? include : localInclude.safeParse(include).data?.local;
  return name === undefined || /[*]|^https?:/.test(name) ? undefined : name;
}

/** Returns the jobs of a file and of the files that it includes. */
function readJobs(root: string, file: string): Jobs {
  const main = readChecked(root, file, mapping) ?? {};
  const files = [main.include ?? []].flat().map(localFile);
  const contents = files
    .filter((one) => one !== undefined)
    .map((one) => [one, readChecked(root, one, mapping) ?? {}] as const);
  const jobs = new Map<string, Job>();
  for (const [from, content] of [...contents, [file, main] as const]) {
    for (const [name, value] of Object.entries(content)) {
      const { data } = job.safeParse(value);
      if (data !== undefined) jobs.set(name, { ...data, file: from });
    }
  }
  const isWhole =
    !files.includes(undefined) && contents.every(([, content]) => content.include === undefined);
  return { jobs, isWhole };
}

/** Returns what a job has itself, or has from the last one that has it of those that it extends. */
function inherited<T>(
  jobs: ReadonlyMap<string, Job>,
  name: string,
  pick: (job: Job) => T | undefined,
  above: readonly string[] = [],
): T | undefined {
  const own = jobs.get(name);
  if (own === undefined || above.includes(name)) return undefined;
  const bases = [own.extends ?? []].flat().reverse();
  const found = bases.map((base) => inherited(jobs, base, pick, [...above, name]));
  return [pick(own), ...found].find((value) => value !== undefined);
}

/** Returns the rings of the jobs that GitLab makes of one with a matrix; undefined where it gives no rings. */
function matrixRings({ parallel }: Job): string[] | undefined {
  if (typeof parallel !== 'object') return undefined;
  const rings = parallel.matrix.flatMap(({ RING = [] }) => RING);
  return rings.length === 0 ? undefined : rings;
}

/** Returns the jobs that are given a ring: by their variables, or one for each ring of their matrix, which comes first. */
function ringJobs(jobs: ReadonlyMap<string, Job>): RingJob[] {
  return [...jobs].flatMap(([name, { file }]) => {
    const stage = inherited(jobs, name, (one) => one.stage);
    // A template runs only as a part of the jobs that extend it.
    if (name.startsWith('.') || stage === undefined) return [];
    const ofMatrix = inherited(jobs, name, matrixRings);
    const ring = inherited(jobs, name, (one) => one.variables?.RING);
    const path = `${name}.${ofMatrix === undefined ? 'variables' : 'parallel.matrix'}.RING`;
    return (ofMatrix ?? [ring ?? []].flat()).map((one) => ({ file, stage, ring: one, path }));
  });
}

/**
 * Returns which rings have no job, or a job of another ring, in GitLab's pipeline. GitLab takes a stage
 * without a job for nothing to do, and goes on with the next one. No job is missing where others may be in
 * files that are not in the repository.
 *
 * @param file - the pipeline, which includes the files with the jobs.
 * @param rings - names of all rings.
 * @throws PlanError when a file of the pipeline is no YAML, or no mapping.
 */
export function gitLabRingJobProblems(
  root: string,
  file: string,
  rings: readonly string[],
): string[] {
  const { isWhole, jobs: all } = readJobs(root, file);
  const jobs = ringJobs(all);
  return rings.flatMap((ring) => {
    const wrong = jobs.filter((one) => one.stage === ring && one.ring !== ring);
    const isThere = (stage: string) => jobs.some((one) => one.stage === stage && one.ring === ring);
    const missing = [look, ring].filter(
      (stage) => isWhole && !isThere(stage) && !(stage === ring && wrong.length > 0),
    );
    return [
      ...wrong.map(
        (one) =>
          `${one.file}: ${one.path} is ${one.ring}, and its stage is ${ring}: write RING: ${ring}`,
      ),
      ...missing.map(
        (stage) =>
          `${jobsFile}: no job has stage: ${stage} and RING: ${ring}: add one as docs/continuous-deployment.md has it`,
      ),
    ];
  });
}
