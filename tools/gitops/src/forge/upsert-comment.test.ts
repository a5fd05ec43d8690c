// SPDX-License-Identifier: Apache-2.0
import type { ForgeAccess } from './forge.ts';
import { gitHub } from './github.ts';
import { gitLab } from './gitlab.ts';
import { FakeForge } from './testing/index.ts';
import { upsertComment } from './upsert-comment.ts';

const pace = { secondMs: 1, retries: 4 };

describe.each(['github', 'gitlab'] as const)('%s', (kind) => {
  let server: FakeForge;
  beforeEach(async () => {
    server = await FakeForge.start(kind);
  });
  afterEach(() => server.stop());

  const client = () => {
    const access: ForgeAccess = {
      token: 't',
      url: server.url,
      repository: 'o/r',
      report: () => undefined,
      pace,
    };
    return kind === 'github' ? gitHub(access) : gitLab(access);
  };
  const upsert = (run: number, body: string) => {
    server.state.runs.set(run, 7);
    return upsertComment(client(), { pullRequest: 7, run, body }, pace);
  };
  const bodies = () => server.state.comments.map(({ body }) => body);

  test('creates a comment once, then updates it in place, and leaves an equal one alone', async () => {
    server.state.addAccount('t');
    expect(await upsert(1, 'one')).toBe('created');
    expect(await upsert(2, 'two')).toBe('updated');
    expect(await upsert(2, 'two')).toBe('unchanged');
    expect(bodies()).toEqual(['<!-- strata:pull-request run=2 -->\ntwo']);
    expect(server.seen.filter(({ method }) => method !== 'GET')).toHaveLength(2);
  });

  test('finds its comment after hundreds of others', async () => {
    const me = server.state.addAccount('t');
    const other = server.state.addAccount('other');
    for (let index = 0; index < 320; index += 1) server.state.addComment(7, 'talk', other);
    server.state.addComment(7, '<!-- strata:pull-request run=1 -->\none', me);
    expect(await upsert(2, 'two')).toBe('updated');
    expect(server.state.comments).toHaveLength(321);
  });

  test('leaves another account’s comment with the same marker alone', async () => {
    server.state.addAccount('t');
    const other = server.state.addAccount('other');
    const spoof = '<!-- strata:pull-request run=9 -->\nAll is well.';
    server.state.addComment(7, spoof, other);
    expect(await upsert(1, 'one')).toBe('created');
    expect(bodies()).toEqual([spoof, '<!-- strata:pull-request run=1 -->\none']);
  });

  test('an older run does not overwrite a newer one', async () => {
    server.state.addAccount('t');
    await upsert(5, 'five');
    expect(await upsert(4, 'four')).toBe('left to a newer run');
    expect(bodies()).toEqual(['<!-- strata:pull-request run=5 -->\nfive']);
  });

  test('one comment remains when five runs write at once, and it is the newest', async () => {
    server.state.addAccount('t');
    await Promise.all([3, 1, 5, 2, 4].map((run) => upsert(run, `run ${run}`)));
    expect(bodies()).toEqual(['<!-- strata:pull-request run=5 -->\nrun 5']);
  });

  test('one comment remains when the forge failed after creating it', async () => {
    server.state.addAccount('t');
    const answer = { status: 502, body: { message: 'Server Error' } };
    server.fail({ method: 'POST', done: true, answer });
    expect(await upsert(1, 'one')).toBe('created');
    expect(bodies()).toEqual(['<!-- strata:pull-request run=1 -->\none']);
  });

  test('one comment remains when every third request fails, carried out or not', async () => {
    server.state.addAccount('t');
    let count = 0;
    server.chance = () => {
      count += 1;
      return count % 3 !== 0 ? 'fine' : count % 2 === 0 ? 'done' : 'not done';
    };
    for (let run = 1; run <= 10; run += 1) await upsert(run, `run ${run}`);
    expect(bodies()).toEqual(['<!-- strata:pull-request run=10 -->\nrun 10']);
  });

  test('gives up after a few attempts', async () => {
    server.state.addAccount('t');
    const answer = { status: 503, body: { message: 'Unavailable' } };
    server.fail({ method: 'POST', times: 99, answer });
    await expect(upsert(1, 'one')).rejects.toThrow(
      'did not write a comment of o/r (503 Unavailable), and did not when asked again: run it again later.',
    );
    expect(server.seen.filter(({ method }) => method === 'POST')).toHaveLength(6);
  });

  test('reports at once a token that is not allowed to write', async () => {
    server.state.addAccount('t', { may: { comments: false, issues: true } });
    await expect(upsert(1, 'one')).rejects.toThrow(
      'does not allow this token to read comments of o/r',
    );
    expect(server.seen.filter(({ path }) => path.includes('7'))).toHaveLength(1);
  });
});
