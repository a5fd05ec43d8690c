// SPDX-License-Identifier: Apache-2.0
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pipelineRingProblems } from './pipeline-rings.ts';
import { deploymentRings } from './rings.ts';

const repository = resolve(import.meta.dirname, '../../../..');
const root = mkdtempSync(join(tmpdir(), 'pipeline-rings-'));
afterAll(() => rmSync(root, { recursive: true }));
mkdirSync(join(root, '.github/workflows'), { recursive: true });
for (const file of ['.github/workflows/deploy.yml', '.gitlab-ci.yml']) {
  cpSync(join(repository, file), join(root, file));
}

const problems = (env: NodeJS.ProcessEnv, ...names: readonly string[]) => {
  const rings = names.map((name) => ({ name, environments: [`of-${name}`] }));
  return pipelineRingProblems(root, deploymentRings.parse({ rings }), env);
};
const [gitHub, gitLab] = [{ GITHUB_ACTIONS: 'true' }, { GITLAB_CI: 'true' }];

test('nothing is wrong with the rings that the shipped pipelines have', () => {
  expect(problems({ ...gitHub, ...gitLab }, 'first', 'last')).toEqual([]);
});

test('names each job of a workflow that would leave out a ring', () => {
  expect(problems(gitHub, 'first', 'middle', 'last')).toEqual(
    ['preview', 'deploy'].map(
      (job) =>
        `.github/workflows/deploy.yml: jobs.${job}.strategy.matrix.ring has of the rings of stacks/rings.yaml only [first, last], in this order: name [first, middle, last] there`,
    ),
  );
});

test('names the stages of a GitLab pipeline that would leave out a ring, or have another order', () => {
  expect(problems(gitLab, 'last', 'first')).toEqual([
    '.gitlab-ci.yml: stages has of the rings of stacks/rings.yaml only [first, last], in this order: name [last, first] there',
  ]);
  expect(problems(gitLab, 'only')).toEqual([
    '.gitlab-ci.yml: stages has of the rings of stacks/rings.yaml only [], in this order: name [only] there',
  ]);
});

test('a ring that only a pipeline names is no problem: its job fails', () => {
  expect(problems(gitHub, 'last')).toEqual([]);
});

test('looks at no pipeline outside of one', () => {
  expect(problems({}, 'only')).toEqual([]);
});
