// SPDX-License-Identifier: Apache-2.0
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pipelineRingProblems } from './pipeline-rings.ts';
import { deploymentRings } from './rings.ts';

const repository = resolve(import.meta.dirname, '../../../..');
const root = mkdtempSync(join(tmpdir(), 'pipeline-rings-'));
afterAll(() => rmSync(root, { recursive: true }));
mkdirSync(join(root, '.github/workflows'), { recursive: true });
for (const file of ['.github/workflows/deploy.yml', '.gitlab-ci.yml', '.gitlab']) {
  cpSync(join(repository, file), join(root, file), { recursive: true });
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
    '.gitlab/deploy.yml: no job has stage: look and RING: only: add one as docs/continuous-deployment.md has it',
    '.gitlab/deploy.yml: no job has stage: only and RING: only: add one as docs/continuous-deployment.md has it',
  ]);
});

describe('jobs of GitLab', () => {
  const shipped = (file: string) => readFileSync(join(repository, file), 'utf8');
  const write = (file: string, text: string) => writeFileSync(join(root, file), text);
  const jobsFile = '.gitlab/deploy.yml';
  const pipelineFile = '.gitlab-ci.yml';
  const jobs = (ring: string, given: string) => `
look-${ring}:
  extends: .look
  variables:
    RING: ${ring}

deploy-${ring}:
  stage: ${ring}
  extends: .deploy
  variables:
    RING: ${given}
`;

  beforeEach(() =>
    write(pipelineFile, shipped(pipelineFile).replace('first, ', 'first, middle, ')),
  );
  afterEach(() => {
    for (const file of [jobsFile, pipelineFile]) write(file, shipped(file));
  });
  const threeRings = () => problems(gitLab, 'first', 'middle', 'last');

  test('a stage without jobs is named, which GitLab would pass over', () => {
    expect(threeRings()).toEqual([
      '.gitlab/deploy.yml: no job has stage: look and RING: middle: add one as docs/continuous-deployment.md has it',
      '.gitlab/deploy.yml: no job has stage: middle and RING: middle: add one as docs/continuous-deployment.md has it',
    ]);
  });

  test('a stage with both jobs is right, in the included file or in the pipeline itself', () => {
    write(jobsFile, shipped(jobsFile) + jobs('middle', 'middle'));
    expect(threeRings()).toEqual([]);
    write(jobsFile, shipped(jobsFile));
    write(
      pipelineFile,
      shipped(pipelineFile).replace('first, ', 'first, middle, ') + jobs('middle', 'middle'),
    );
    expect(threeRings()).toEqual([]);
  });

  test.each([
    ['a name alone', 'include: .gitlab/deploy.yml'],
    ['a list of names', 'include: [.gitlab/setup.yml, .gitlab/deploy.yml]'],
    ['one mapping', 'include: { local: /.gitlab/deploy.yml }'],
  ])('files that are included by %s count', (_title, include) => {
    write(pipelineFile, `${include}\nstages: [look, first, last]\n`);
    expect(problems(gitLab, 'first', 'last')).toEqual([]);
  });

  test.each([
    ['a file of another repository', '{ project: pipelines/all, file: /rings.yml }'],
    ['files by a pattern', '{ local: .gitlab/rings/*.yml }'],
    ['a file elsewhere', 'https://example.org/rings.yml'],
  ])('nothing is missing where jobs may be in %s', (_title, include) => {
    const text = shipped(pipelineFile).replace('first, ', 'first, middle, ');
    write(pipelineFile, text.replace('include:', `include:\n  - ${include}`));
    expect(threeRings()).toEqual([]);
  });

  test('a copied job that has kept the ring of the other one is named', () => {
    write(jobsFile, shipped(jobsFile) + jobs('middle', 'first'));
    expect(threeRings()).toEqual([
      '.gitlab/deploy.yml: deploy-middle.variables.RING is first, and its stage is middle: write RING: middle',
    ]);
  });

  const ofMatrix = (ring: string) => `
look-more:
  extends: .look
  parallel:
    matrix:
      - RING: [middle, later]
deploy-middle:
  stage: middle
  extends: .deploy
  parallel:
    matrix:
      - RING: ${ring}
`;

  test('a job for each ring of a matrix counts', () => {
    write(jobsFile, shipped(jobsFile) + ofMatrix('middle'));
    expect(threeRings()).toEqual([]);
  });

  test('a job of a matrix that gives the ring of another stage is named', () => {
    write(jobsFile, shipped(jobsFile) + ofMatrix('first'));
    expect(threeRings()).toEqual([
      '.gitlab/deploy.yml: deploy-middle.parallel.matrix.RING is first, and its stage is middle: write RING: middle',
    ]);
  });

  test('a job that runs several times with the same variables has the ring of these', () => {
    const text = jobs('middle', 'middle').replace(
      'extends: .look',
      'extends: .look\n  parallel: 2',
    );
    write(jobsFile, shipped(jobsFile) + text);
    expect(threeRings()).toEqual([]);
  });

  test('a ring that a job has from what it extends counts, also where templates extend each other in a circle', () => {
    const templates = `
.middle: { extends: .round, variables: { RING: middle } }
.round: { extends: .middle }
look-middle: { extends: [.look, .middle] }
deploy-middle: { extends: [.deploy, .middle], stage: middle }
`;
    write(jobsFile, shipped(jobsFile) + templates);
    expect(threeRings()).toEqual([]);
  });
});

test('a ring that only a pipeline names is no problem: its job fails', () => {
  expect(problems(gitHub, 'last')).toEqual([]);
});

test('looks at no pipeline outside of one', () => {
  expect(problems({}, 'only')).toEqual([]);
});
