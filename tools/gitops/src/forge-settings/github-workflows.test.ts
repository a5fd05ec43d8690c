// SPDX-License-Identifier: Apache-2.0
import { checkGitHubWorkflows } from './github-workflows.ts';
import { workflows } from './testing/github-answers.ts';

/** Returns what is said of a repository whose workflows have these states. */
const said = (states: Readonly<Record<string, string>>, hasClusters = false) =>
  checkGitHubWorkflows(
    (path, shape) =>
      Promise.resolve(path === '/actions/workflows' ? shape.parse(workflows(states)) : undefined),
    hasClusters,
  );

const fix = 'Actions, the workflow, "Enable workflow".';

test.each([
  [
    'deploy.yml',
    'disabled_inactivity',
    'GitHub has disabled it, because nothing happened in the repository for 60 days: nothing is deployed, and keys end that updates would renew',
  ],
  ['drift.yml', 'disabled_manually', 'it is disabled: nobody looks for drift'],
  [
    'pull-request.yml',
    'disabled_fork',
    'GitHub has disabled it, because the repository is a fork: no pull request gets a preview',
  ],
])('says what does not happen where %s is %s', async (file, state, problem) => {
  expect(await said({ [file]: state })).toEqual([{ subject: `workflow ${file}`, problem, fix }]);
});

test('the workflow of clusters for pull requests must run only where there are any', async () => {
  const states = { 'pull-request-clusters.yml': 'disabled_inactivity' };
  expect(await said(states)).toEqual([]);
  expect(await said(states, true)).toEqual([
    {
      subject: 'workflow pull-request-clusters.yml',
      problem:
        'GitHub has disabled it, because nothing happened in the repository for 60 days: no cluster for a pull request is made or destroyed',
      fix,
    },
  ]);
});

test('workflows that run, that do other things or that a team has replaced are right', async () => {
  expect(await said({ 'deploy.yml': 'active', 'machine.yml': 'disabled_manually' })).toEqual([]);
});
