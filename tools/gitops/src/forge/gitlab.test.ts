// SPDX-License-Identifier: Apache-2.0
import { gitLab } from './gitlab.ts';
import { FakeForge } from './testing/index.ts';

let server: FakeForge;
let said: string[];
beforeEach(async () => {
  server = await FakeForge.start('gitlab');
  said = [];
});
afterEach(() => server.stop());

const client = () =>
  gitLab({
    token: 't',
    url: server.url,
    repository: 'o/r',
    report: (line) => said.push(line),
    pace: { secondMs: 1 },
  });

test('waits for the rate limit as long as GitLab demands, also before a request that creates something', async () => {
  server.state.addAccount('t');
  const answer = {
    status: 429,
    headers: { 'retry-after': '45' },
    body: { message: 'Retry later' },
  };
  server.fail({ times: 2, method: 'POST', answer });
  await client().comments.create(7, 'one');
  expect(server.state.comments).toHaveLength(1);
  expect(said).toEqual(Array(2).fill("GitLab's rate limit is reached: waiting 45 s."));
});

test('fails instead of waiting an hour', async () => {
  server.state.addAccount('t');
  const reset = String(Math.floor(Date.now() / 1000) + 3600);
  server.fail({
    answer: {
      status: 429,
      headers: { 'ratelimit-reset': reset },
      body: { message: 'Retry later' },
    },
  });
  await expect(client().issues.ownWithLabel('x')).rejects.toThrow(
    'GitLab did not read issues of o/r (429 Retry later).',
  );
});

test.each([
  [
    'an unknown token',
    undefined,
    'GitLab does not accept the token (401 401 Unauthorized): it is wrong, expired or revoked. To read comments of o/r it needs the scope "api" and the role Reporter or more.',
  ],
  [
    'a token without the scope',
    { may: { comments: false, issues: false } },
    'GitLab does not allow this token to read comments of o/r (403 insufficient_scope): it needs the scope "api" and the role Reporter or more.',
  ],
  [
    'a token that may not see the project',
    { may: 'none' as const },
    'GitLab finds nothing to read comments of o/r (404 404 Not found): the name is wrong, or the token may not see it and needs the scope "api" and the role Reporter or more.',
  ],
])('%s is told what it needs', async (_name, account, message) => {
  if (account !== undefined) server.state.addAccount('t', account);
  await expect(client().comments.own(7)).rejects.toThrow(message);
});
