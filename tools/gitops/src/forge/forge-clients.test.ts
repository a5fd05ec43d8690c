// SPDX-License-Identifier: Apache-2.0
import type { Forge, ForgeAccess } from './forge.ts';
import { gitHub } from './github.ts';
import { gitLab } from './gitlab.ts';
import { FakeForge } from './testing/index.ts';
import type { ForgeKind } from './testing/index.ts';

const clients: Readonly<Record<ForgeKind, (access: ForgeAccess) => Forge>> = {
  github: gitHub,
  gitlab: gitLab,
};
const token = 'token-that-nobody-may-see';

describe.each(['github', 'gitlab'] as const)('%s', (kind) => {
  let server: FakeForge;
  let said: string[];

  beforeEach(async () => {
    server = await FakeForge.start(kind);
    said = [];
  });
  afterEach(() => server.stop());

  const client = (more: Partial<ForgeAccess> = {}) =>
    clients[kind]({
      token,
      url: server.url,
      repository: 'o/r',
      report: (line) => said.push(line),
      pace: { secondMs: 1 },
      ...more,
    });

  test('finds its own comments on all pages, and no comments of others', async () => {
    const me = server.state.addAccount(token);
    const other = server.state.addAccount('other');
    const mine = server.state.addComment(7, 'mine', me);
    for (let index = 0; index < 250; index += 1) server.state.addComment(7, 'talk', other);
    const late = server.state.addComment(7, 'late', me);
    server.state.addComment(8, 'elsewhere', me);
    expect(await client().comments.own(7)).toEqual([
      { id: mine.id, body: 'mine' },
      { id: late.id, body: 'late' },
    ]);
    expect(server.seen.filter(({ path }) => path.includes('per_page=100'))).toHaveLength(3);
  });

  test('makes, changes and removes a comment', async () => {
    const me = server.state.addAccount(token);
    const { comments } = client();
    await comments.create(7, 'one');
    const [made] = await comments.own(7);
    expect(made?.body).toBe('one');
    await comments.update(7, made?.id ?? 0, 'two');
    expect(server.state.comments).toEqual([
      { id: made?.id, pullRequest: 7, body: 'two', author: me },
    ]);
    await comments.remove(7, made?.id ?? 0);
    await comments.remove(7, made?.id ?? 0);
    expect(server.state.comments).toEqual([]);
  });

  test('finds issues with a label on all pages, open and closed, oldest first', async () => {
    server.state.addAccount(token);
    for (let index = 0; index < 230; index += 1) {
      server.state.addIssue({ title: `drift ${index}`, labels: ['strata/drift'] });
      server.state.addIssue({ title: 'other' });
    }
    server.state.addIssue({ title: 'pull', labels: ['strata/drift'], isPullRequest: true });
    server.state.addIssue({ title: 'old', labels: ['strata/drift', 'x'], state: 'closed' });
    const found = await client().issues.ownWithLabel('strata/drift');
    expect(found).toHaveLength(231);
    expect(found[0]).toEqual({
      number: 1,
      title: 'drift 0',
      body: '',
      state: 'open',
      labels: ['strata/drift'],
    });
    expect(found.at(-1)).toMatchObject({
      title: 'old',
      state: 'closed',
      labels: ['strata/drift', 'x'],
    });
  });

  test('opens, updates, closes and reopens an issue', async () => {
    server.state.addAccount(token);
    const { issues } = client();
    await issues.create({ title: 'a', body: 'b', labels: ['x', 'y'] });
    const [issue] = server.state.issues;
    expect(issue).toMatchObject({ title: 'a', body: 'b', labels: ['x', 'y'], state: 'open' });
    await issues.update(1, { state: 'closed', labels: ['x'] });
    expect(issue).toMatchObject({ title: 'a', body: 'b', labels: ['x'], state: 'closed' });
    await issues.update(1, { state: 'open', title: 'c', body: 'd' });
    expect(issue).toMatchObject({ title: 'c', body: 'd', labels: ['x'], state: 'open' });
  });

  test.each([500, 502, 503])(
    'asks again after %i, as often as it should and no more',
    async (status) => {
      const me = server.state.addAccount(token);
      server.state.addComment(7, 'mine', me);
      server.fail({ times: 4, answer: { status, body: { message: 'oops' } } });
      await client({ pace: { secondMs: 1, retries: 4 } }).comments.own(7);
      server.fail({ times: 100, answer: { status, body: { message: 'oops' } } });
      const before = server.seen.length;
      await expect(
        client({ pace: { secondMs: 1, retries: 4 } }).issues.ownWithLabel('x'),
      ).rejects.toThrow(`did not read issues of o/r (${status} oops`);
      expect(server.seen.length - before).toBe(5);
    },
  );

  test('does not repeat a request that creates something, because the first one may have succeeded', async () => {
    server.state.addAccount(token);
    server.fail({ method: 'POST', done: true, answer: { status: 502, body: { message: 'late' } } });
    await expect(client().comments.create(7, 'one')).rejects.toMatchObject({ uncertain: true });
    expect(server.state.comments).toHaveLength(1);
    server.fail({ method: 'POST', answer: { status: 503, body: { message: 'late' } } });
    await expect(
      client().issues.create({ title: 'a', body: '', labels: [] }),
    ).rejects.toMatchObject({ uncertain: true });
    expect(server.seen.filter(({ method }) => method === 'POST')).toHaveLength(2);
  });

  test('a client works after a failure', async () => {
    const { comments } = client();
    await expect(comments.own(7)).rejects.toThrow('does not accept the token');
    server.state.addAccount(token);
    expect(await comments.own(7)).toEqual([]);
  });

  test('reports a missing answer with a clear message', async () => {
    server.state.addAccount(token);
    const access = { url: 'http://127.0.0.1:9', pace: { secondMs: 1, retries: 1 } };
    await expect(client(access).issues.ownWithLabel('x')).rejects.toThrow(
      /^Git(Hub|Lab) did not read issues of o\/r \(.+\), and did not when asked again: run it again later\.$/,
    );
  });

  test('no message contains the token', async () => {
    server.state.addAccount('other');
    const { comments } = client();
    const error = await comments.own(7).catch((thrown: unknown) => thrown);
    expect(JSON.stringify([error, String(error), said])).not.toContain(token);
    expect(Object.values(error as object).join()).not.toContain(token);
  });
});
