// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { driftReport } from '../drift-issues/testing/drift-report.ts';
import { FakeForge } from '../forge/testing/index.ts';
import type { FakeMergeRequest } from '../forge/testing/index.ts';
import { openWorkspace } from '../run/workspace.ts';
import { commands } from './index.ts';

let server: FakeForge;
let root: string;
let printed: string[];
beforeEach(async () => {
  server = await FakeForge.start('gitlab');
  server.state.addAccount('forge-token');
  root = mkdtempSync(join(tmpdir(), 'comment-open-'));
  printed = [];
});
afterEach(async () => {
  await server.stop();
  rmSync(root, { recursive: true });
});

const env = () => ({
  CI_PROJECT_ID: 'o/r',
  CI_SERVER_URL: server.url,
  GITLAB_TOKEN: 'forge-token',
});

async function comment(variables: Record<string, string> = env()) {
  const command = await commands.comment?.();
  return command?.run(['--open'], {
    workspace: openWorkspace(root),
    env: variables,
    signal: new AbortController().signal,
    progress: (line) => printed.push(line),
    print: (line) => printed.push(line),
  });
}

type Jobs = FakeMergeRequest['pipelines'][number]['jobs'];

/** An open merge request whose newest pipeline has these jobs. */
function open(iid: number, jobs: Jobs, state: FakeMergeRequest['state'] = 'opened'): void {
  const pipelines = [
    { id: 10 * iid, sha: 'old', jobs: [] },
    { id: 10 * iid + 1, sha: 'head', jobs },
  ];
  server.state.mergeRequests.push({ iid, sha: 'head', state, pipelines });
}

const preview = driftReport('prod.shop', { operation: 'preview', outcome: 'failed', drift: [] });
const files = { '.strata/reports.json': [preview] };

test('every open merge request gets one note, from the job that says more', async () => {
  open(7, [{ id: 1, name: 'preview', status: 'failed', files }]);
  open(8, [
    { id: 2, name: 'preview', status: 'success', files },
    { id: 3, name: 'full-preview', status: 'success', files: { '.strata/reports.json': [] } },
  ]);
  open(9, [{ id: 4, name: 'preview', status: 'running' }]);
  open(10, [{ id: 5, name: 'preview', status: 'success', files }], 'merged');
  expect(await comment()).toBe(0);
  expect(printed).toEqual(['merge request 7: created', 'merge request 8: created']);
  const [first, second] = server.state.comments;
  expect(first).toMatchObject({ pullRequest: 7 });
  expect(first?.body).toContain('<!-- strata:pull-request run=71 -->\n## Strata preview');
  expect(second?.body).toContain('## Strata: no stack is affected');
  await comment();
  expect(printed.slice(2)).toEqual(['merge request 7: unchanged', 'merge request 8: unchanged']);
});

test('a note begins with what the author changed, as far as this clone has the branch', async () => {
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: root });
  const shop = (replicas: number) => {
    mkdirSync(join(root, 'stacks/user-cluster'), { recursive: true });
    const text = `config: { 'user-cluster:pools': [{ name: a, replicas: ${replicas} }] }\n`;
    writeFileSync(join(root, 'stacks/user-cluster/Pulumi.prod.shop.yaml'), text);
    git('add', '--all');
    git('commit', '--quiet', '--message', 'change');
  };
  git('init', '--quiet');
  shop(2);
  git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  shop(4);
  const branch = git('rev-parse', 'HEAD').toString().trim();
  const jobs: Jobs = [{ id: 1, name: 'preview', status: 'success', files }];
  const pipelines = [{ id: 71, sha: branch, jobs }];
  server.state.mergeRequests.push({ iid: 7, sha: branch, state: 'opened', pipelines });
  open(8, [{ id: 2, name: 'preview', status: 'success', files }]);
  expect(await comment()).toBe(0);
  const [first, second] = server.state.comments;
  expect(first?.body).toContain(
    '- <code>user-cluster/Pulumi.prod.shop.yaml</code>: <code>pools&#91;a&#93;.replicas</code> 2 → 4\n',
  );
  expect(second?.body).toContain('It cannot be told: the commit head is not in this clone.\n');
});

test('a job that failed before it had any report does not pass for one that found nothing', async () => {
  open(7, [{ id: 1, name: 'preview', status: 'failed', files: { '.strata/reports.json': [] } }]);
  open(8, [{ id: 2, name: 'preview', status: 'failed' }]);
  open(9, [{ id: 3, name: 'preview', status: 'success' }]);
  expect(await comment()).toBe(0);
  expect(printed).toEqual(['merge request 7: created', 'merge request 8: created']);
  for (const { body } of server.state.comments) {
    expect(body).toContain('## Strata: the job failed before it looked at any stack');
  }
});

test('what a job left is data: what is no report is told and not shown', async () => {
  const wrong = { '.strata/reports.json': { text: 'canary-content' } };
  open(7, [{ id: 1, name: 'preview', status: 'success', files: wrong }]);
  expect(await comment()).toBe(0);
  expect(printed).toEqual([
    'merge request 7: the artifact of job 1 is no report of this version (it is no list of reports): delete the folder and run the stacks again.',
  ]);
  expect(server.state.comments).toEqual([]);
});

test('what goes wrong with one keeps no other from its note, and is an error that names it', async () => {
  open(7, [{ id: 1, name: 'preview', status: 'success', files }]);
  open(8, [{ id: 2, name: 'preview', status: 'success', files }]);
  open(9, [{ id: 3, name: 'preview', status: 'success', files }]);
  const answer = { status: 418, body: { message: 'no' } };
  server.fail({ path: /\/merge_requests\/8\/notes/, times: 9, answer });
  server.fail({ path: /\/jobs\/1\/artifacts\//, times: 9, answer });
  await expect(comment()).rejects.toThrow('these merge requests did not get their notes: 7, 8');
  expect(printed).toEqual([
    'merge request 7: GitLab did not read pipelines of o/r (418 no).',
    'merge request 8: GitLab did not read comments of o/r (418 no).',
    'merge request 9: created',
  ]);
});

test('on GitHub a pull request says its own number', async () => {
  const gitHub = { GITHUB_REPOSITORY: 'o/r', GITHUB_TOKEN: 'forge-token' };
  await expect(comment(gitHub)).rejects.toThrow(
    '--open is for GitLab: on GitHub the pull request says its own number',
  );
});
