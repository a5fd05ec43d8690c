// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { parse } from 'yaml';
import { runGitLabJob } from '../testing/gitlab-job.ts';
import { holds } from '../testing/workflow-expression.ts';
import { runWorkflowJob } from '../testing/workflow-steps.ts';

// Runs the steps of the first job of a pull request, with a Node that only says how it was called.

const root = resolve(import.meta.dirname, '../../../..');
const folder = mkdtempSync(join(tmpdir(), 'strata-preview-job-'));
const programs = join(folder, 'bin');
const calls = join(folder, 'calls');
const check = 'tools/plan-check/src/main.ts check';
mkdirSync(programs);
writeFileSync(join(programs, 'npm'), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
afterAll(() => rmSync(folder, { recursive: true }));

/** Has commands that begin like one of these fail. */
function fail(...commands: readonly string[]): void {
  const cases = [...commands.map((one) => `"${one}"*) exit 1 ;;`), '*) exit 0 ;;'];
  const script = `#!/bin/sh\necho "$*" >> ${calls}\ncase "$*" in\n${cases.join('\n')}\nesac\n`;
  writeFileSync(join(programs, 'node'), script, { mode: 0o755 });
  writeFileSync(calls, '');
}

/** Commands of the job itself. */
const called = () =>
  readFileSync(calls, 'utf8')
    .split('\n')
    .flatMap((line) => /^tools\/(?:plan-check|gitops\/src\/main).*?(?= --job|$)/.exec(line) ?? []);

const env = { PATH: [programs, '/usr/bin', '/bin'].join(delimiter), HOME: folder };

async function onGitHub(): Promise<string> {
  const nothing = () => undefined;
  const job = await runWorkflowJob({
    root,
    workflow: '.github/workflows/pull-request.yml',
    job: 'preview',
    contexts: { runner: { os: 'Linux' } },
    env,
    actions: {
      'actions/checkout': nothing,
      'actions/setup-node': nothing,
      'actions/setup-go': nothing,
      'actions/cache': nothing,
      'actions/upload-artifact': nothing,
    },
  });
  return job.result;
}

async function onGitLab(): Promise<string> {
  const base = { CI_MERGE_REQUEST_DIFF_BASE_SHA: 'HEAD^1' };
  const { code } = await runGitLabJob({ root, job: 'preview', env: { ...env, ...base } });
  return code === 0 ? 'success' : 'failure';
}

describe.each([
  ['GitHub', onGitHub, ['tools/gitops/src/main.ts summary']],
  ['GitLab', onGitLab, []],
])('on %s', (_forge, run, after) => {
  const preview = 'tools/gitops/src/main.ts run preview --offline --since HEAD^1';

  test('files that contradict each other keep no preview from saying why, and the job fails', async () => {
    fail(check);
    expect(await run()).toBe('failure');
    expect(called()).toEqual([check, preview, ...after]);
  });

  test('the job ends as its previews end', async () => {
    fail();
    expect(await run()).toBe('success');
    fail(preview);
    expect(await run()).toBe('failure');
    expect(called()).toEqual([check, preview, ...after]);
  });

  test('without tools nothing is previewed', async () => {
    fail('tools/gitops/src/job/job-tools.ts');
    expect(await run()).toBe('failure');
    expect(called()).toEqual(after);
  });
});

/** Part of the workflow that the last test reads. */
interface Workflow {
  readonly jobs: {
    readonly preview: {
      readonly steps: readonly { readonly run?: string; readonly if?: string }[];
    };
  };
}

// A newer commit cancels the job, and waits until it has ended. A running step goes on as long as its condition holds:
// https://github.com/actions/runner/blob/v2.330.0/src/Runner.Worker/StepsRunner.cs
test('on GitHub, previews of files that contradict each other end when the job is cancelled', () => {
  const file = join(root, '.github/workflows/pull-request.yml');
  const { jobs } = parse(readFileSync(file, 'utf8')) as Workflow;
  const step = jobs.preview.steps.find(({ run = '' }) => run.includes('run preview'));
  const contexts = { steps: { check: { outcome: 'failure' } } };
  const condition = step?.if ?? '';
  expect(holds(condition, contexts, { failed: true })).toBe(true);
  expect(holds(condition, contexts, { failed: true, cancelled: true })).toBe(false);
});
