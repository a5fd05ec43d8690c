// SPDX-License-Identifier: Apache-2.0
import { gitHub } from './github.ts';
import { FakeForge } from './testing/index.ts';
import { upsertComment } from './upsert-comment.ts';

let server: FakeForge;
let said: string[];
beforeEach(async () => {
  server = await FakeForge.start('github');
  said = [];
});
afterEach(() => server.stop());

const client = () =>
  gitHub({
    token: 't',
    url: server.url,
    repository: 'o/r',
    report: (line) => said.push(line),
    pace: { secondMs: 1 },
  });

test('the token of a workflow, which cannot query its own account, treats comments of bots as its own', async () => {
  const bot = server.state.addAccount('t', { isBot: true });
  const person = server.state.addAccount('p');
  server.state.addComment(7, 'theirs', person);
  const { id } = server.state.addComment(7, 'ours', bot);
  expect(await client().comments.own(7)).toEqual([{ id, body: 'ours' }]);
});

describe('a comment of the token’s account that a branch has written by a workflow of its own', () => {
  const forged = '<!-- strata:pull-request run=999999999999999 -->\nAll is well.';
  const upsert = () => upsertComment(client(), { pullRequest: 7, run: 5, body: 'five' });
  const bodies = () => server.state.comments.map(({ body }) => body);
  const five = '<!-- strata:pull-request run=5 -->\nfive';

  test('is replaced when GitHub knows no run of its number', async () => {
    server.state.addComment(7, forged, server.state.addAccount('t', { isBot: true }));
    expect(await upsert()).toBe('updated');
    expect(bodies()).toEqual([five]);
  });

  test('is replaced when the run is of another pull request', async () => {
    server.state.addComment(7, forged, server.state.addAccount('t', { isBot: true }));
    server.state.runs.set(999_999_999_999_999, 8);
    expect(await upsert()).toBe('updated');
    expect(bodies()).toEqual([five]);
  });

  test('is removed when it stands beside a true one', async () => {
    const bot = server.state.addAccount('t', { isBot: true });
    server.state.addComment(7, forged, bot);
    server.state.addComment(7, '<!-- strata:pull-request run=4 -->\nfour', bot);
    expect(await upsert()).toBe('updated');
    expect(bodies()).toEqual([five]);
  });

  test('is not taken for a newer one without the permission to look', async () => {
    const may = { comments: true, issues: false };
    server.state.addComment(7, forged, server.state.addAccount('t', { isBot: true, may }));
    await expect(upsert()).rejects.toThrow(
      'GitHub does not allow this token to read pipelines of o/r (403 Resource not accessible by integration): it needs the permission "actions: read".',
    );
  });
});

test('waits for a secondary rate limit as long as GitHub demands', async () => {
  server.state.addAccount('t');
  const message = 'You have exceeded a secondary rate limit.';
  const headers = { 'retry-after': '60' };
  server.fail({ times: 2, method: 'POST', answer: { status: 403, headers, body: { message } } });
  await client().comments.create(7, 'one');
  expect(server.state.comments).toHaveLength(1);
  expect(said).toEqual(Array(2).fill("GitHub's secondary rate limit is reached: waiting 60 s."));
});

test('waits for the rate limit until it is reset', async () => {
  server.state.addAccount('t');
  const reset = Math.floor(Date.now() / 1000) + 90;
  const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(reset) };
  server.fail({
    method: 'GET',
    answer: { status: 429, headers, body: { message: 'API rate limit exceeded' } },
  });
  await client().issues.ownWithLabel('x');
  expect(said).toEqual([
    expect.stringMatching(/^GitHub's rate limit is reached: waiting 9[01] s\.$/),
  ]);
});

test('fails instead of waiting an hour', async () => {
  server.state.addAccount('t');
  const body = { message: 'You have exceeded a secondary rate limit.' };
  server.fail({ answer: { status: 429, headers: { 'retry-after': '3600' }, body } });
  await expect(client().issues.ownWithLabel('x')).rejects.toThrow(
    'GitHub did not read issues of o/r (429 You have exceeded a secondary rate limit.).',
  );
  expect(said).toEqual([
    "GitHub's secondary rate limit is reached for 3600 s, which is too long to wait: run it again then.",
  ]);
});

test.each([
  [
    'an unknown token',
    undefined,
    'GitHub does not accept the token (401 Bad credentials): it is wrong, expired or revoked. To read comments of o/r it needs the permission "pull-requests: write".',
  ],
  [
    'a token without the permission',
    { may: { comments: false, issues: false } },
    'GitHub does not allow this token to read comments of o/r (403 Resource not accessible by integration): it needs the permission "pull-requests: write".',
  ],
  [
    'a token that may not see the repository',
    { may: 'none' as const },
    'GitHub finds nothing to read comments of o/r (404 Not Found): the name is wrong, or the token may not see it and needs the permission "pull-requests: write".',
  ],
])('%s is told what it needs', async (_name, account, message) => {
  if (account !== undefined) server.state.addAccount('t', account);
  await expect(client().comments.own(7)).rejects.toThrow(message);
});

test('names the permission for issues when issues are refused', async () => {
  server.state.addAccount('t', { may: { comments: true, issues: false } });
  await expect(client().issues.create({ title: 'a', body: '', labels: [] })).rejects.toThrow(
    'GitHub does not allow this token to write an issue of o/r (403 Resource not accessible by integration): it needs the permission "issues: write".',
  );
});

test('reports GitHub’s own message when it refuses a comment', async () => {
  server.state.addAccount('t');
  await expect(client().comments.create(7, 'x'.repeat(65_537))).rejects.toThrow(
    'GitHub did not write a comment of o/r (422 Validation Failed).',
  );
});
