// SPDX-License-Identifier: Apache-2.0
import { resolve } from 'node:path';
import { readGitLabJobs } from '../testing/gitlab-job.ts';
import { readWorkflow } from '../testing/read-workflow.ts';

// Rules for the job that makes and destroys clusters for pull requests.

const root = resolve(import.meta.dirname, '../../../..');
const { jobs, on } = readWorkflow(root, 'pull-request-clusters.yml');
const { clusters: job } = jobs;
const gitLab = readGitLabJobs(root)['pull-request-clusters'];

// Proves: clusters.pull-requests
test('no pull request starts the job, so none chooses the code that runs in it or when it runs', () => {
  expect(Object.keys(on).sort()).toEqual(['schedule', 'workflow_dispatch']);
  expect(Object.keys(jobs)).toEqual(['clusters']);
  expect(gitLab?.rules).toEqual([
    { if: '$CI_PIPELINE_SOURCE == "schedule" && $STRATA_SCHEDULE == "pull-request-clusters"' },
  ]);
});

// Proves: clusters.pull-requests
test('the job reads nothing of the event and no text of a pull request', () => {
  expect(JSON.stringify(job)).not.toContain('github.event');
  expect(JSON.stringify(gitLab)).not.toContain('MERGE_REQUEST');
});

test('the job has an environment of its own, and only one runs at a time', () => {
  expect(job).toMatchObject({
    environment: 'pull-request-clusters',
    concurrency: { group: 'strata-pull-request-clusters', 'cancel-in-progress': false },
  });
  expect(gitLab).toMatchObject({
    environment: { name: 'pull-request-clusters' },
    resource_group: 'strata-pull-request-clusters',
  });
});

test('the token that may push is in the two steps that push, and in no other', () => {
  const steps = job?.steps ?? [];
  const pushing = steps.filter((step) => JSON.stringify(step.env ?? {}).includes('PUSH_TOKEN'));
  expect(pushing.map(({ run }) => run)).toEqual(
    Array(2).fill(
      'bash .ci/push-clusters "$GITHUB_SERVER_URL/$GITHUB_REPOSITORY.git" "$GITHUB_REF_NAME"',
    ),
  );
});

test('the job has the newest commit with the whole history, on both forges', () => {
  const checkout = job?.steps.find(({ uses = '' }) => uses.startsWith('actions/checkout@'));
  expect(checkout?.with).toEqual({
    ref: '${{ github.ref }}',
    'fetch-depth': 0,
    'persist-credentials': false,
  });
  expect(gitLab?.script?.slice(0, 2)).toEqual([
    'git fetch --quiet origin "$CI_DEFAULT_BRANCH"',
    'git checkout --quiet --detach FETCH_HEAD',
  ]);
});

test('files are written before clusters are destroyed, and a failure of one does not stop the other', () => {
  const commands = /pull-request-clusters (write|destroy)|push-clusters/g;
  const order = [
    'pull-request-clusters write',
    'push-clusters',
    'pull-request-clusters destroy',
    'push-clusters',
  ];
  const script = job?.steps.flatMap(({ run = '' }) => run).join('\n') ?? '';
  expect(script.match(commands)).toEqual(order);
  expect(gitLab?.script?.join('\n').match(commands)).toEqual(order);
  expect(gitLab?.script?.filter((line) => line.endsWith('|| failed=1'))).toHaveLength(4);
});
