// SPDX-License-Identifier: Apache-2.0
import { driftReport } from '../drift-issues/testing/drift-report.ts';
import { previewedMergeRequests } from './gitlab-merge-requests.ts';
import { FakeForge } from './testing/index.ts';
import type { FakeMergeRequest } from './testing/index.ts';

let server: FakeForge;
let told: string[];
beforeEach(async () => {
  server = await FakeForge.start('gitlab');
  server.state.addAccount('forge-token');
  told = [];
});
afterEach(() => server.stop());

const report = driftReport('prod.shop', { operation: 'preview', outcome: 'failed', drift: [] });

type Pipeline = FakeMergeRequest['pipelines'][number];

/** A pipeline whose preview left a report. */
const pipeline = (id: number, sha: string, more: Partial<Pipeline> = {}): Pipeline => ({
  id,
  sha,
  jobs: [
    {
      id: 1000 + id,
      name: 'preview',
      status: 'success',
      files: { '.strata/reports.json': [report] },
    },
  ],
  ...more,
});

const open = (iid: number, ...pipelines: readonly Pipeline[]) =>
  server.state.mergeRequests.push({ iid, sha: 'head', state: 'opened', pipelines });

const look = () =>
  previewedMergeRequests(
    {
      token: 'forge-token',
      url: server.url,
      repository: 'o/r',
      report: (line) => told.push(line),
      pace: { secondMs: 1 },
    },
    (line) => told.push(line),
  );

const found = async () => {
  const { failed, previewed } = await look();
  expect(failed).toEqual([]);
  return previewed.map(({ mergeRequest, pipeline: id }) => [mergeRequest, id]);
};

test('a merge request says where it goes and what it is now, as a clone calls them', async () => {
  open(7, pipeline(71, 'merge-commit', { ref: 'refs/merge-requests/7/merge' }));
  const { previewed } = await look();
  expect(previewed.map(({ base, head }) => [base, head])).toEqual([['origin/main', 'head']]);
});

test('a pipeline of the merged result, or of a merge train, is one of the merge request', async () => {
  open(
    7,
    pipeline(71, 'head'),
    pipeline(72, 'merge-commit', { ref: 'refs/merge-requests/7/merge' }),
  );
  open(8, pipeline(81, 'train-commit', { ref: 'refs/merge-requests/8/train' }));
  open(9, pipeline(91, 'head', { ref: 'refs/merge-requests/9/head' }));
  expect(await found()).toEqual([
    [7, 72],
    [8, 81],
    [9, 91],
  ]);
  expect(told).toEqual([]);
});

test('without a pipeline of what it is now, a line says so', async () => {
  open(7, pipeline(71, 'old', { ref: 'refs/merge-requests/7/head' }), pipeline(72, 'old'));
  open(8);
  open(9, pipeline(91, 'other', { ref: 'refs/merge-requests/7/merge' }));
  expect(await found()).toEqual([]);
  expect(told).toEqual(
    [7, 8, 9].map(
      (iid) =>
        `merge request ${iid}: it has no pipeline of its newest commit, of its merged result or of a merge train, so it gets no note.`,
    ),
  );
});

test('jobs of a fork are not here, and a line says so', async () => {
  open(7, pipeline(71, 'head', { isOfFork: true }));
  expect(await found()).toEqual([]);
  expect(told).toEqual(['merge request 7: pipeline 71 is of another project, so it gets no note.']);
});

const artifact = /\/artifacts\//;
const broken = { status: 502, body: { message: 'Bad Gateway' } };

test('an artifact that GitLab does not give at once is asked for again', async () => {
  open(7, pipeline(71, 'head'));
  server.fail({ path: artifact, times: 2, answer: broken });
  server.fail({ path: artifact, answer: { status: 429, headers: { 'retry-after': '3' } } });
  const { failed, previewed } = await look();
  expect([failed, previewed[0]?.reports]).toEqual([[], [report]]);
  expect(told).toEqual(["GitLab's rate limit is reached: waiting 3 s."]);
});

test('one that it never gives is no empty one, and keeps no other merge request from its note', async () => {
  open(7, pipeline(71, 'head'));
  open(8, pipeline(81, 'head'));
  server.fail({ path: /\/jobs\/1071\/artifacts\//, times: 99, answer: broken });
  const { failed, previewed } = await look();
  expect(previewed.map(({ mergeRequest }) => mergeRequest)).toEqual([8]);
  expect(failed).toEqual([7]);
  expect(told).toEqual([
    'merge request 7: GitLab did not read pipelines of o/r (502 Bad Gateway), and did not when asked again: run it again later.',
  ]);
});

test('a job whose artifact is gone has none', async () => {
  open(7, pipeline(71, 'head', { jobs: [{ id: 5, name: 'preview', status: 'failed' }] }));
  const { previewed } = await look();
  expect(previewed).toMatchObject([
    { mergeRequest: 7, pipeline: 71, reports: [], jobFailed: true },
  ]);
});

test('where files are elsewhere, that place gets no token', async () => {
  open(7, pipeline(71, 'head'));
  const elsewhere = await FakeForge.start('gitlab');
  try {
    const location = `${elsewhere.url}/bucket/file?signature=x`;
    server.fail({ path: artifact, answer: { status: 302, headers: { location } } });
    elsewhere.fail({ times: 9, answer: { status: 200, body: [report] } });
    const { previewed } = await look();
    expect(previewed[0]?.reports).toEqual([report]);
    expect(elsewhere.seen).toEqual([
      { method: 'GET', path: '/bucket/file?signature=x', body: '', token: undefined },
    ]);
    expect(server.seen.every(({ token }) => token === 'forge-token')).toBe(true);
  } finally {
    await elsewhere.stop();
  }
});
