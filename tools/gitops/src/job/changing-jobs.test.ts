// SPDX-License-Identifier: Apache-2.0
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readGitLabJobs, ringNames } from '../testing/gitlab-job.ts';
import { readWorkflow } from '../testing/read-workflow.ts';

// Rules for the jobs that change clusters: those of rings, and the repair of drift.

const root = resolve(import.meta.dirname, '../../../..');
const files = readdirSync(join(root, '.github/workflows'));
const textOf = (file: string) => readFileSync(join(root, file), 'utf8');
const workflowOf = (file: string) => readWorkflow(root, file);
const rings = ringNames(root);

test('a ring applies only what its previews showed, on both forges', () => {
  const { deploy } = workflowOf('deploy.yml').jobs;
  expect(deploy).toMatchObject({ needs: 'preview' });
  const run = deploy?.steps
    .flatMap((step) => step.run ?? [])
    .find((one) => one.includes(' deploy '));
  expect(run).toContain('--approved .strata/approved');
  const gitLab = readGitLabJobs(root);
  for (const name of rings) {
    expect(gitLab[`deploy-${name}`]?.script?.[0]).toContain('--approved ".strata/approved/$RING"');
    expect(textOf('.gitlab/deploy.yml')).toContain(`dependencies: [look-${name}]`);
  }
});

test('previews that cannot be fetched end a deployment, and none are made without a list of them', () => {
  const { deploy, preview } = workflowOf('deploy.yml').jobs;
  const all = [...(preview?.steps ?? []), ...(deploy?.steps ?? [])];
  expect(all.filter((step) => step['continue-on-error'] === true)).toEqual([]);
  const upload = preview?.steps.find(({ uses = '' }) =>
    uses.startsWith('actions/upload-artifact@'),
  );
  expect(upload?.with).toMatchObject({
    name: 'strata-previews-${{ matrix.ring }}',
    'if-no-files-found': 'error',
  });
});

test('a ring that a person starts again by itself learns how those in front of it ended', () => {
  const steps = workflowOf('deploy.yml').jobs.deploy?.steps ?? [];
  const results = steps.find(({ with: inputs }) => inputs?.path === '.strata/after');
  expect(results?.with).toEqual({
    pattern: 'strata-reports-*',
    'merge-multiple': true,
    path: '.strata/after',
  });
  expect(steps.flatMap(({ run = '' }) => run).join('\n')).toContain(' --after .strata/after ');
});

test('what can take long begins long before the time limit of its job, on both forges', () => {
  const limits = [
    ['deploy.yml', 'deploy'],
    ['drift.yml', 'repair'],
    ['pull-request-clusters.yml', 'clusters'],
  ].map(([file = '', name = '']) => workflowOf(file).jobs[name]?.['timeout-minutes']);
  expect(limits).toEqual([350, 350, 350]);
  for (const file of ['.github/workflows', '.gitlab'].flatMap((place) =>
    ['deploy', 'drift', 'pull-request-clusters'].map((name) => `${place}/${name}.yml`),
  )) {
    expect([file, textOf(file).match(/--begin-within \d+/g)]).toEqual([
      file,
      ['--begin-within 240'],
    ]);
  }
});

test('a repair has the newest commit with its whole history, on both forges', () => {
  const checkout = workflowOf('drift.yml').jobs.repair?.steps.find(({ uses = '' }) =>
    uses.startsWith('actions/checkout@'),
  );
  expect(checkout?.with).toEqual({
    ref: '${{ github.ref }}',
    'fetch-depth': 0,
    'persist-credentials': false,
  });
  expect(readGitLabJobs(root)['drift-repair']?.script).toEqual([
    'git fetch --quiet origin "$CI_DEFAULT_BRANCH"',
    'git checkout --quiet --detach FETCH_HEAD',
    'npm ci --ignore-scripts --no-audit --no-fund',
    'tools="$(node tools/gitops/src/job/job-tools.ts)"',
    'eval "$tools"',
    'bash .ci/repair --begin-within 240 $(cat repairs)',
  ]);
});

test('a signal of the runner reaches the command that changes clusters', () => {
  const runs = [
    workflowOf('deploy.yml').jobs.deploy,
    workflowOf('drift.yml').jobs.repair,
    workflowOf('pull-request-clusters.yml').jobs.clusters,
  ].flatMap((job) => job?.steps.flatMap(({ run = '' }) => run) ?? []);
  const changing = runs.filter((run) => / deploy | destroy |\.ci\/repair/.test(run));
  expect(changing).toHaveLength(3);
  for (const run of changing) expect(run).toMatch(/^exec [^\n;&|]+$/);
});

test('a job that waits for reviewers holds up no other job than its own kind', () => {
  for (const file of files) {
    const { concurrency, jobs: all } = workflowOf(file);
    const asks = Object.values(all).some(({ environment }) => environment !== undefined);
    // A workflow that holds its whole concurrency lets nothing else run while an environment waits.
    if (asks && concurrency !== undefined) expect(concurrency['cancel-in-progress']).toBe(true);
  }
  const { check, issues, repair } = workflowOf('drift.yml').jobs;
  expect([check, issues, repair].map((job) => job?.concurrency)).toEqual(
    ['strata-drift-check-${{ matrix.part }}', 'strata-drift-issues', 'strata-repair'].map(
      (group) => ({ group, 'cancel-in-progress': false }),
    ),
  );
});

test('no deployment cancels a running one', () => {
  expect(textOf('.github/workflows/deploy.yml')).toContain('cancel-in-progress: false');
  expect(textOf('.gitlab/deploy.yml')).toContain('interruptible: false');
});
