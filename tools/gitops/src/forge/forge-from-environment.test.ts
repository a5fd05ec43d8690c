// SPDX-License-Identifier: Apache-2.0
import { forgeFromEnvironment } from './forge-from-environment.ts';
import { FakeForge } from './testing/index.ts';

test('selects GitHub when its variables are set, at any address', async () => {
  const server = await FakeForge.start('github');
  server.state.addAccount('secret');
  const { forge, run } = forgeFromEnvironment({
    GITHUB_REPOSITORY: 'o/r',
    GITHUB_API_URL: server.url,
    GITHUB_TOKEN: 'secret',
    GITHUB_RUN_ID: '4711',
  });
  expect(run).toBe(4711);
  expect(await forge.issues.ownWithLabel('x')).toEqual([]);
  await server.stop();
});

test('selects GitLab when its variables are set', async () => {
  const server = await FakeForge.start('gitlab');
  server.state.addAccount('secret');
  const { forge, run } = forgeFromEnvironment({
    CI_PROJECT_ID: 'o/r',
    CI_SERVER_URL: `${server.url}/`,
    GITLAB_TOKEN: 'secret',
  });
  expect(run).toBe(0);
  expect(await forge.issues.ownWithLabel('x')).toEqual([]);
  await server.stop();
});

test('names the missing variables', () => {
  expect(() => forgeFromEnvironment({})).toThrow(
    'No forge is known here: set GITHUB_REPOSITORY (GitHub) or CI_PROJECT_ID (GitLab), as their own jobs do.',
  );
  expect(() => forgeFromEnvironment({ GITHUB_REPOSITORY: 'o/r', GITHUB_TOKEN: '' })).toThrow(
    'GITHUB_TOKEN is missing: GitHub is only spoken to with a token from the environment. docs/pull-requests.md says which rights it needs.',
  );
});
