// SPDX-License-Identifier: Apache-2.0
import { resolveToolchain } from '@strata/toolchain';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

const root = resolve(import.meta.dirname, '../../../..');
const folder = join(root, '.github/workflows');
const files = readdirSync(folder).sort();
const textOf = (file: string) => readFileSync(join(root, file), 'utf8');

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: unknown;
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly if?: string;
        readonly 'timeout-minutes'?: number;
        readonly permissions?: Readonly<Record<string, string>>;
        readonly steps: readonly {
          readonly uses?: string;
          readonly run?: string;
          readonly env?: object;
        }[];
      }
    >
  >;
}
const workflowOf = (file: string) => parse(textOf(`.github/workflows/${file}`)) as Workflow;
const jobs = files.flatMap((file) =>
  Object.entries(workflowOf(file).jobs).map(([name, job]) => ({ id: `${file} ${name}`, job })),
);

test('actionlint has nothing against the workflows', async () => {
  const toolchain = await resolveToolchain({ tools: ['actionlint'] });
  const { path } = toolchain.get('actionlint', 'actionlint');
  const paths = files.map((file) => join('.github/workflows', file));
  // It asks ShellCheck and Pyflakes as well where a machine has them, which would make this depend on it.
  const flags = ['-no-color', '-shellcheck=', '-pyflakes='];
  expect(execFileSync(path, [...flags, ...paths], { cwd: root, encoding: 'utf8' })).toBe('');
});

test('there is one workflow for pull requests, merges, drift, hypervisors and real machines each', () => {
  const expected = ['deploy', 'drift', 'hypervisor', 'machine', 'pull-request'];
  expect(files).toEqual(expected.map((name) => `${name}.yml`));
});

test('deployments and drift checks run by a schedule, on both forges', () => {
  for (const name of ['deploy', 'drift']) {
    expect(workflowOf(`${name}.yml`).on.schedule).toEqual([
      { cron: expect.stringMatching(/^\d+ \S+ \* \* \*$/) as string },
    ]);
    const rule = `if: $CI_PIPELINE_SOURCE == "schedule" && $STRATA_SCHEDULE == "${name}"`;
    expect(textOf(`.gitlab/${name}.yml`)).toContain(rule);
  }
});

test.each([
  ...files.map((file) => `.github/workflows/${file}`),
  '.github/actions/setup/action.yml',
])('%s names every action by a commit, and the version of it', (file) => {
  const uses = textOf(file).match(/uses: .*/g) ?? [];
  const foreign = uses.filter((line) => !line.startsWith('uses: ./'));
  expect(foreign.length).toBeGreaterThan(0);
  for (const line of foreign) {
    expect(line).toMatch(/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
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

test('whatever sees credentials of states is not run for forks', () => {
  const own = 'github.event.pull_request.head.repo.full_name == github.repository';
  const { jobs: all } = workflowOf('pull-request.yml');
  const seeing = Object.entries(all).filter(([, job]) =>
    /secrets\.|PULUMI_BACKEND_URL|id-token/.test(JSON.stringify(job)),
  );
  expect(seeing.map(([name, job]) => [name, job.if])).toEqual([['preview', own]]);
});

test('no step puts what others wrote into its script', () => {
  const scripts = jobs.flatMap(({ job }) => job.steps.flatMap(({ run }) => run ?? []));
  expect(scripts.length).toBeGreaterThan(8);
  for (const script of scripts) expect(script).not.toContain('${{');
});

test('a deployment is never cut off by the next one', () => {
  expect(textOf('.github/workflows/deploy.yml')).toContain('cancel-in-progress: false');
  expect(textOf('.gitlab/deploy.yml')).toContain('interruptible: false');
});

const script = z.array(z.string());
const gitLabJob = z.strictObject({
  stage: z.enum(['preview', 'publish', 'first', 'last', 'check', 'issues', 'repair']).optional(),
  extends: z.union([z.string(), z.array(z.string())]).optional(),
  image: z.string().optional(),
  timeout: z.string().optional(),
  interruptible: z.boolean().optional(),
  resource_group: z.string().optional(),
  parallel: z.int().optional(),
  environment: z
    .strictObject({ name: z.string(), action: z.literal('access').optional() })
    .optional(),
  variables: z.record(z.string(), z.string()).optional(),
  rules: z
    .array(z.strictObject({ if: z.string(), when: z.literal('always').optional() }))
    .optional(),
  needs: z.array(z.strictObject({ job: z.string(), artifacts: z.boolean() })).optional(),
  cache: z
    .strictObject({
      key: z.strictObject({ files: z.array(z.string()).max(2), prefix: z.string() }),
      paths: z.array(z.string()),
    })
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

/** All jobs and templates of GitLab’s pipeline, by name. */
function gitLabJobs() {
  const main = parse(textOf('.gitlab-ci.yml')) as {
    readonly include: readonly { readonly local: string }[];
  };
  const parts = main.include.map(({ local }) => parse(textOf(local)) as Record<string, unknown>);
  const all = Object.assign({}, ...parts) as Record<string, unknown>;
  return Object.entries(all).filter(([name]) => name !== 'variables');
}

test('GitLab’s jobs have the keys that GitLab knows, and extend and need what is there', () => {
  const all = gitLabJobs().map(([name, job]) => [name, gitLabJob.parse(job)] as const);
  const names = all.map(([name]) => name);
  for (const [, job] of all) {
    const { extends: bases = [], needs = [] } = job;
    const wanted = [
      ...(typeof bases === 'string' ? [bases] : bases),
      ...needs.map((one) => one.job),
    ];
    expect(wanted.filter((one) => !names.includes(one))).toEqual([]);
  }
  const real = all.filter(([name]) => !name.startsWith('.'));
  expect(real.map(([name]) => name)).toEqual([
    'preview',
    'comment',
    'fork',
    'deploy-first',
    'deploy-last',
    'drift-check',
    'drift-issues',
    'drift-repair',
    'machine',
  ]);
});

test('GitLab runs the same commands as GitHub', () => {
  const commands = (text: string) =>
    [
      ...new Set(
        text.match(
          /tools\/(gitops|plan-check)\/src\/main\.ts [a-z-]+|nx affected -t \w+|\.ci\/\w+|npm test -- --\w+/g,
        ),
      ),
    ].sort();
  const gitLab = ['merge-request', 'deploy', 'drift', 'machine'].map((name) =>
    textOf(`.gitlab/${name}.yml`),
  );
  expect(commands(gitLab.join('\n'))).toEqual(
    commands(files.map((file) => textOf(`.github/workflows/${file}`)).join('\n')),
  );
});

test('the pipelines deploy the rings of stacks/rings.yaml, in its order', () => {
  const { rings } = parse(textOf('stacks/rings.yaml')) as {
    readonly rings: readonly { readonly name: string }[];
  };
  const names = rings.map(({ name }) => name);
  expect(textOf('.github/workflows/deploy.yml')).toContain(`ring: [${names.join(', ')}]\n`);
  expect(textOf('.gitlab-ci.yml')).toContain(
    `stages: [preview, publish, ${names.join(', ')}, check,`,
  );
});
