// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { driftReport } from '../drift-issues/testing/drift-report.ts';
import { FakeForge } from '../forge/testing/index.ts';
import { writeReport } from '../report/report-files.ts';
import { runWorkflowJob } from '../testing/workflow-steps.ts';

// Runs the steps of the job that has a token and reads the output of a branch's code, in a shell.

const repository = resolve(import.meta.dirname, '../../../..');
const token = 'token-that-may-comment';
let server: FakeForge;
let root: string;
let target: string;
let head: string;

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
}

/** A commit of a branch in which a pool has so many machines. */
function commitShop(replicas: number): string {
  const folder = join(root, 'stacks/user-cluster');
  mkdirSync(folder, { recursive: true });
  const pools = `[{ name: md-a, replicas: ${replicas}, token: canary-${replicas} }]`;
  writeFileSync(join(folder, 'Pulumi.prod.shop.yaml'), `config:\n  user-cluster:pools: ${pools}\n`);
  git('init', '--quiet');
  git('add', 'stacks');
  const somebody = ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@example.org'];
  git(...somebody, 'commit', '--quiet', '--message', 'change');
  return git('rev-parse', 'HEAD');
}

beforeEach(async () => {
  server = await FakeForge.start('github');
  server.state.addAccount(token, { isBot: true });
  root = mkdtempSync(join(tmpdir(), 'comment-job-'));
  // The tools that the job would install are there already.
  mkdirSync(join(root, 'bin'));
  writeFileSync(join(root, 'bin/npm'), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
  target = commitShop(2);
  head = commitShop(4);
  git('checkout', '--quiet', '--detach', target);
});
afterEach(async () => {
  await server.stop();
  rmSync(root, { recursive: true });
});

/** Runs the job with the artifact that a function writes into a folder. */
async function comment(
  writeArtifact: (folder: string) => void,
  result: 'success' | 'failure' = 'success',
) {
  const checkedOut: unknown[] = [];
  const kept: { readonly name: string; readonly text: string }[] = [];
  const fullName = 'o/r';
  const event = {
    pull_request: {
      number: 7,
      base: { sha: target },
      head: { sha: head, repo: { full_name: fullName } },
    },
  };
  const job = await runWorkflowJob({
    root: repository,
    workflow: '.github/workflows/pull-request.yml',
    job: 'comment',
    contexts: {
      github: { event, repository: fullName, token },
      needs: { preview: { result } },
      runner: { os: 'Linux' },
    },
    env: {
      PATH: [join(root, 'bin'), join(repository, 'node_modules/.bin'), process.env.PATH ?? ''].join(
        delimiter,
      ),
      HOME: root,
      STRATA_ROOT: root,
      GITHUB_REPOSITORY: fullName,
      GITHUB_API_URL: server.url,
      GITHUB_RUN_ID: '12',
    },
    actions: {
      'actions/checkout': ({ ref, 'fetch-depth': depth }) => void checkedOut.push({ ref, depth }),
      'actions/setup-node': () => undefined,
      'actions/upload-artifact': ({ name = '', path = '' }) =>
        void kept.push({ name, text: readFileSync(join(root, path), 'utf8') }),
      'actions/download-artifact': ({ name = '', path = '' }) => {
        if (name !== 'strata-reports') throw new Error(`there is no artifact ${name}`);
        writeArtifact(join(root, path));
      },
    },
  });
  return { job, checkedOut, kept, comments: server.state.comments.map(({ body }) => body) };
}

test('the job runs the code of the target branch, and comments the content of the artifact', async () => {
  const preview = driftReport('prod.shop', { operation: 'preview', outcome: 'failed', drift: [] });
  const { checkedOut, comments, job } = await comment((folder) => writeReport(folder, preview));
  expect(checkedOut).toEqual([{ ref: target, depth: '0' }]);
  expect(job.result).toBe('success');
  expect(comments).toHaveLength(1);
  expect(comments[0]).toContain('<!-- strata:pull-request run=12 -->\n## Strata preview');
});

test('the comment reports a preview that failed before its first report, with a link to the job', async () => {
  const none = () => {
    throw new Error('Unable to download artifact(s): Artifact not found for name: strata-reports');
  };
  const { comments, job } = await comment(none, 'failure');
  expect(job.result).toBe('success');
  expect(comments).toHaveLength(1);
  expect(comments[0]).toContain('## Strata: the job failed before it looked at any stack');
  expect(job.summary).toContain('## Strata: the job failed before it looked at any stack');
});

test('it reads from Git which keys the branch changed, and checks no file of the branch out', async () => {
  const preview = driftReport('prod.shop', { operation: 'preview', outcome: 'failed', drift: [] });
  const { comments, job, kept } = await comment((folder) => writeReport(folder, preview));
  const line =
    '- <code>user-cluster/Pulumi.prod.shop.yaml</code>: <code>pools&#91;md-a&#93;.replicas</code> 2 → 4; <code>pools&#91;md-a&#93;.token</code> (secret) changed';
  expect(comments[0]?.split('\n')).toContain(line);
  expect(job.summary.split('\n')).toContain(line);
  expect(comments[0]).not.toContain('canary');
  // The page of before and after is made by the same rules, and the comment says where it is.
  expect(kept.map(({ name }) => name)).toEqual(['strata-fleet']);
  expect(kept[0]?.text).toContain('"path":"pools[md-a].replicas","before":"2","after":"4"');
  expect(kept[0]?.text).not.toContain('canary');
  expect(comments[0]).toContain(
    'The fleet before and after, drawn from its files: artifact <code>strata-fleet</code>.',
  );
  expect(git('rev-parse', 'HEAD')).toBe(target);
});

test('an artifact that is not a report gives no comment, and is not shown', async () => {
  const { comments, job } = await comment((folder) => {
    mkdirSync(join(folder, 'infra'), { recursive: true });
    writeFileSync(join(folder, 'infra/prod.json'), 'canary-content');
  });
  expect([job.result, comments]).toEqual(['failure', []]);
  const said = job.steps.map(({ output }) => output).join('\n');
  expect(said).toContain('infra/prod.json is no report of this version (it is no JSON)');
  expect(said).not.toContain('canary-content');
});
