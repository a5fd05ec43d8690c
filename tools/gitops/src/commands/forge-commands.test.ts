// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { driftReport } from '../drift-issues/testing/drift-report.ts';
import { GitopsError } from '../gitops-error.ts';
import { FakeForge } from '../forge/testing/index.ts';
import { writeReport } from '../report/report-files.ts';
import { openWorkspace } from '../run/workspace.ts';
import { commands } from './index.ts';

let server: FakeForge;
let root: string;
let printed: string[];
beforeEach(async () => {
  server = await FakeForge.start('github');
  server.state.addAccount('forge-token', { isBot: true });
  root = mkdtempSync(join(tmpdir(), 'commands-'));
  mkdirSync(join(root, 'stacks/user-cluster'), { recursive: true });
  writeFileSync(join(root, 'stacks/user-cluster/Pulumi.prod.shop.yaml'), 'config: {}\n');
  printed = [];
});
afterEach(async () => {
  await server.stop();
  rmSync(root, { recursive: true });
});

async function run(name: string, ...args: string[]) {
  const env = { GITHUB_REPOSITORY: 'o/r', GITHUB_API_URL: server.url, GITHUB_TOKEN: 'forge-token' };
  const command = await commands[name]?.();
  return command?.run(args, {
    workspace: openWorkspace(root),
    env,
    signal: new AbortController().signal,
    progress: () => undefined,
    print: (line) => printed.push(line),
  });
}
const reports = () => join(root, '.strata/reports');

test('a pull request that affects nothing gets a comment that says so', async () => {
  expect(await run('comment', '--pull-request', '7')).toBe(0);
  expect(printed).toEqual(['comment: created']);
  expect(server.state.comments[0]?.body).toContain('## Strata: no stack is affected');
});

test('a folder of reports that is not there is no pull request that affects nothing', async () => {
  const wrong = new GitopsError('--reports: there is no folder .strata/raports');
  for (const command of ['comment', 'summary', 'drift-issues', 'drift-repair']) {
    const pullRequest = command === 'comment' ? ['--pull-request', '7'] : [];
    await expect(run(command, ...pullRequest, '--reports', '.strata/raports')).rejects.toThrow(
      wrong,
    );
  }
  expect(server.state.comments).toEqual([]);
});

test.each(['failure', 'failed', 'cancelled', 'canceled'])(
  'a job that came out as "%s" without a report gets a comment that does not say that nothing is affected',
  async (result) => {
    expect(await run('comment', '--pull-request', '7', '--job', result)).toBe(0);
    expect(server.state.comments[0]?.body).toContain(
      '## Strata: the job failed before it looked at any stack',
    );
    await run('summary', '--job', result);
    expect(printed.at(-1)).toContain('## Strata: the job failed before it looked at any stack');
  },
);

test('says nothing about a job that succeeded', async () => {
  await run('comment', '--pull-request', '7', '--job', 'success');
  expect(server.state.comments[0]?.body).toContain('## Strata: no stack is affected');
  await expect(run('comment', '--pull-request', '7', '--job', 'well')).rejects.toThrow(
    '--job is "well", and must be success, failure, failed, cancelled, canceled or skipped',
  );
});

test('prints the summary outside GitHub', async () => {
  writeReport(reports(), driftReport('prod.shop', { operation: 'preview', outcome: 'failed' }));
  expect(await run('summary')).toBe(0);
  expect(printed[0]).toMatch(/^## Strata preview of .*: 1 failed\n/);
});

test('drift opens an issue, its label chooses the repair, a clean check closes it', async () => {
  writeReport(reports(), driftReport('prod.shop'));
  await run('drift-issues');
  await run('drift-repair');
  server.state.issues[0]?.labels.push('strata/repair');
  await run('drift-repair');
  writeReport(
    reports(),
    driftReport('prod.shop', { outcome: 'unchanged', drift: [], changes: [] }),
  );
  await run('drift-issues');
  expect(printed).toEqual([
    'user-cluster/prod.shop: opened',
    '',
    'user-cluster/prod.shop',
    'user-cluster/prod.shop: closed',
  ]);
});

test('reports wrong arguments', async () => {
  await expect(run('comment')).rejects.toThrow('--pull-request is missing');
  await expect(run('drift-check', '--shard', '9/2')).rejects.toThrow('--shard is "9/2"');
  await expect(run('drift-check', '--environment', 'x')).rejects.toThrow(
    'no stack is of the environment "x"',
  );
});
