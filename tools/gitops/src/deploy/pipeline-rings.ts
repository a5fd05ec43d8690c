// SPDX-License-Identifier: Apache-2.0
import { readChecked } from '@strata/plan-check/read-yaml';
import { z } from 'zod';
import { gitLabRingJobProblems } from './gitlab-ring-jobs.ts';
import { ringsFile } from './rings.ts';
import type { DeploymentRings } from './rings.ts';

const listOfNames = z.array(z.string());

/** @see https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-syntax#jobsjob_idstrategymatrix */
const workflow = z.looseObject({
  jobs: z.record(
    z.string(),
    z.looseObject({
      strategy: z
        .looseObject({ matrix: z.looseObject({ ring: listOfNames.optional() }).optional() })
        .optional(),
    }),
  ),
});

/** @see https://docs.gitlab.com/ci/yaml/#stages */
const pipeline = z.looseObject({ stages: listOfNames });

const workflowFile = '.github/workflows/deploy.yml';
const pipelineFile = '.gitlab-ci.yml';

/** A list in a pipeline that has the rings in their order. */
interface PipelineList {
  readonly path: string;
  readonly names: readonly string[];
}

function listsOfGitHub(root: string): PipelineList[] {
  const { jobs } = readChecked(root, workflowFile, workflow) ?? { jobs: {} };
  return Object.entries(jobs).flatMap(([name, { strategy }]) => {
    const rings = strategy?.matrix?.ring;
    const path = `${workflowFile}: jobs.${name}.strategy.matrix.ring`;
    return rings === undefined ? [] : [{ path, names: rings }];
  });
}

const words = (list: readonly string[]) => `[${list.join(', ')}]`;

/** Returns which lists lack a ring, or have another order. */
function listProblems(lists: readonly PipelineList[], wanted: readonly string[]): string[] {
  return lists.flatMap(({ names, path }) => {
    const found = words(names.filter((one) => wanted.includes(one)));
    if (found === words(wanted)) return [];
    return `${path} has of the rings of ${ringsFile} only ${found}, in this order: name ${words(wanted)} there`;
  });
}

function problemsOfGitLab(root: string, wanted: readonly string[]): string[] {
  const found = readChecked(root, pipelineFile, pipeline);
  if (found === undefined) return [];
  return [
    ...listProblems([{ path: `${pipelineFile}: stages`, names: found.stages }], wanted),
    ...gitLabRingJobProblems(root, pipelineFile, wanted),
  ];
}

/**
 * Returns where the pipeline of the forge that this job runs on lacks a ring, or a job of it, which it
 * would not deploy, or has another order. A ring that only the pipeline names is no problem of this
 * kind: its job fails. Nothing is looked at outside of a pipeline, for nobody keeps the files of a forge
 * right that he does not use.
 *
 * @throws PlanError when a file of the pipeline is invalid.
 */
export function pipelineRingProblems(
  root: string,
  { rings }: DeploymentRings,
  env: NodeJS.ProcessEnv,
): string[] {
  const wanted = rings.map(({ name }) => name);
  return [
    ...(env.GITHUB_ACTIONS === 'true' ? listProblems(listsOfGitHub(root), wanted) : []),
    ...(env.GITLAB_CI === 'true' ? problemsOfGitLab(root, wanted) : []),
  ];
}
