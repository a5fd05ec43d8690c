// SPDX-License-Identifier: Apache-2.0
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { readGitLabJobs, readGitLabPipeline, ringNames } from '../testing/gitlab-job.ts';

// A pull request can change any program, package and script of the repository. These tests check
// one rule for the shipped pipelines: a job that runs such code can read nothing that is secret.

const root = resolve(import.meta.dirname, '../../../..');
const folder = join(root, '.github/workflows');
const rings = ringNames(root);

interface Step {
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}
interface Job {
  readonly if?: string;
  readonly environment?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}
interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const workflows = readdirSync(folder).map(
  (file) => [file, parse(readFileSync(join(folder, file), 'utf8')) as Workflow] as const,
);
const jobs = workflows.flatMap(([file, { jobs: all, on }]) =>
  Object.entries(all).map(([name, job]) => ({ id: `${file} ${name}`, job, on })),
);

const targetCommit = '${{ github.event.pull_request.base.sha }}';
const ofThisRepository = 'github.event.pull_request.head.repo.full_name == github.repository';

/**
 * Returns whether a job checks out the changes of a pull request, that is, anything but the commit
 * of its target.
 */
const runsBranchCode = ({ job, on }: (typeof jobs)[number]) =>
  'pull_request' in on &&
  job.steps.some(
    ({ uses = '', with: inputs }) =>
      uses.startsWith('actions/checkout@') && inputs?.ref !== targetCommit,
  );

/** Returns the secrets that a job can read. */
function secretsOf(job: Job): string[] {
  const text = JSON.stringify(job);
  return [
    ...(job.permissions?.['id-token'] === undefined ? [] : ['id-token']),
    ...(job.environment === undefined ? [] : [`environment ${job.environment}`]),
    ...Object.entries(job.permissions ?? {}).flatMap(([name, right]) =>
      right === 'write' && name !== 'id-token' ? [`${name}: write`] : [],
    ),
    ...(text.match(/secrets\.\w+|vars\.(STRATA_BACKENDS|PULUMI_BACKEND_URL|STRATA_STATE_ROLE)/g) ??
      []),
    ...(text.match(/github\.token/g) ?? []),
  ];
}

describe('on GitHub', () => {
  test('three jobs check out a branch: previews without keys, full previews after an approval, and the check of the workflows', () => {
    expect(jobs.filter(runsBranchCode).map(({ id, job }) => [id, job.environment])).toEqual([
      ['pull-request.yml preview', undefined],
      ['pull-request.yml workflows', undefined],
      ['pull-request.yml full', 'preview'],
    ]);
  });

  test('a job that runs the code of a branch without an approval has no secret', () => {
    const unapproved = jobs.filter(
      (one) => runsBranchCode(one) && one.job.environment !== 'preview',
    );
    expect(unapproved.map(({ id, job }) => [id, secretsOf(job)])).toEqual([
      ['pull-request.yml preview', []],
      ['pull-request.yml workflows', []],
    ]);
  });

  test('no job that runs the code of a branch may write to the forge', () => {
    for (const { job } of jobs.filter(runsBranchCode)) {
      expect(
        secretsOf(job).filter((one) => one.includes('write') || one === 'github.token'),
      ).toEqual([]);
    }
  });

  test('the jobs that comment check out the target, and have all branches in their clone', () => {
    for (const name of ['comment', 'comment-full']) {
      const job = jobs.find(({ id }) => id === `pull-request.yml ${name}`)?.job;
      const checkouts = job?.steps.filter(({ uses = '' }) => uses.startsWith('actions/checkout@'));
      expect(checkouts?.map((step) => step.with)).toEqual([
        { ref: targetCommit, 'fetch-depth': 0, 'persist-credentials': false },
      ]);
    }
    const action = readFileSync(join(root, '.github/actions/comment/action.yml'), 'utf8');
    expect(action).not.toContain('checkout@');
    expect(action.match(/--since "\$BASE_COMMIT" --head "\$HEAD_COMMIT"/g)).toHaveLength(2);
    expect(action).toContain('fleet/src/main.ts --base "$BASE_COMMIT" --head "$HEAD_COMMIT"\n');
  });

  test('the jobs that comment restore no cache, which code of the branch may have written', () => {
    const action = parse(
      readFileSync(join(root, '.github/actions/comment/action.yml'), 'utf8'),
    ) as {
      readonly runs: { readonly steps: readonly Step[] };
    };
    const setup = action.runs.steps.filter(({ uses }) => uses === './.github/actions/setup');
    expect(setup.map((step) => step.with)).toEqual([{ tools: 'false', cache: 'false' }]);
  });

  test('the approved job uses nothing that a job without an approval has produced', () => {
    const full = jobs.find(({ id }) => id === 'pull-request.yml full')?.job;
    const setup = full?.steps.find(({ uses }) => uses === './.github/actions/setup');
    expect(setup?.with).toEqual({ cache: 'false' });
    expect(full?.steps.filter(({ uses = '' }) => /cache|download-artifact/.test(uses))).toEqual([]);
    const { runs } = parse(
      readFileSync(join(root, '.github/actions/setup/action.yml'), 'utf8'),
    ) as {
      readonly runs: { readonly steps: readonly (Step & { readonly if?: string })[] };
    };
    const cached = runs.steps.filter(({ uses = '' }) => uses.startsWith('actions/cache@'));
    expect(cached.map((step) => step.if)).toEqual([
      "inputs.tools == 'true' && inputs.cache == 'true'",
    ]);
    const node = runs.steps.find(({ uses = '' }) => uses.startsWith('actions/setup-node@'));
    expect(node?.with?.cache).toBe("${{ inputs.cache == 'true' && 'npm' || '' }}");
  });

  test('a job uses an action of this repository only from the checked-out commit, never from the commit that runs', () => {
    // "$/..." would be the action in the merge commit of a pull request, so its branch would decide
    // what a job with a token runs.
    const own = jobs.flatMap(({ job }) => job.steps.flatMap(({ uses = '' }) => uses));
    expect(own.filter((uses) => uses.startsWith('$/'))).toEqual([]);
    expect(own.filter((uses) => uses.startsWith('./')).length).toBeGreaterThan(8);
  });

  test('no job that sees a secret runs for pull requests of forks', () => {
    const seeing = jobs.filter(({ job, on }) => 'pull_request' in on && secretsOf(job).length > 0);
    expect(seeing.map(({ id }) => id)).toEqual([
      'pull-request.yml comment',
      'pull-request.yml full',
      'pull-request.yml comment-full',
    ]);
    for (const { job } of seeing) expect(job.if).toContain(ofThisRepository);
  });

  test('jobs access states only in an environment of the forge, because only environments are restricted to branches', () => {
    const states = /id-token|secrets\.|STRATA_BACKENDS|"PULUMI_BACKEND_URL":/;
    const without = jobs.filter(
      ({ job }) =>
        job.environment === undefined &&
        states.test(JSON.stringify({ ...job, steps: job.steps.filter((one) => 'env' in one) })),
    );
    expect(without.map(({ id }) => id)).toEqual([]);
  });

  test('states and keys are set per environment, never for a whole job', () => {
    for (const [file] of workflows.filter(([name]) => name !== 'hypervisor.yml')) {
      const text = readFileSync(join(folder, file), 'utf8');
      expect(text).not.toMatch(/PULUMI_BACKEND_URL|PULUMI_CONFIG_PASSPHRASE/);
    }
  });
});

describe('on GitLab', () => {
  const all = readGitLabJobs(root);
  const inMergeRequests = Object.entries(all).filter(([, { rules = [] }]) =>
    rules.some((rule) => rule.if.includes('merge_request_event')),
  );

  test('a merge request has two jobs: previews without keys, and full previews that a person starts', () => {
    expect(inMergeRequests.map(([name, { environment }]) => [name, environment?.name])).toEqual([
      ['preview', undefined],
      ['full-preview', 'preview'],
    ]);
    expect(all['full-preview']?.rules?.map(({ when }) => when)).toEqual(['manual']);
  });

  test('the job that runs the code of a branch without an approval has no identity and no token', () => {
    const { preview } = all;
    expect(preview?.id_tokens).toBeUndefined();
    expect(JSON.stringify(preview)).not.toMatch(/STRATA_STATE|STRATA_BACKENDS|PASSPHRASE|TOKEN/);
  });

  test('the approved job uses nothing that a job without an approval has produced', () => {
    expect(all['full-preview']).toMatchObject({ cache: [], dependencies: [] });
  });

  test('no job of a merge request writes to the forge', () => {
    for (const [, job] of inMergeRequests) {
      expect(JSON.stringify(job)).not.toMatch(/main\.ts (comment|drift-issues|drift-repair)/);
    }
  });

  test('the job that comments has all branches in its clone, and checks none of them out', () => {
    expect(all.comment?.script).toEqual([
      "git fetch --quiet origin '+refs/heads/*:refs/remotes/origin/*' || echo 'The branches were not fetched.'",
      'node tools/gitops/src/main.ts comment --open',
    ]);
  });

  test('a pipeline of a fork has no job in this project, because it would inherit identities and variables', () => {
    const { workflow } = readGitLabPipeline(root);
    expect(workflow.rules[0]).toEqual({
      if: '$CI_PIPELINE_SOURCE == "merge_request_event" && $CI_MERGE_REQUEST_SOURCE_PROJECT_ID != $CI_PROJECT_ID',
      when: 'never',
    });
    for (const [, { rules = [] }] of inMergeRequests) {
      for (const rule of rules) {
        expect(rule.if).toContain('$CI_MERGE_REQUEST_SOURCE_PROJECT_ID == $CI_PROJECT_ID');
      }
    }
  });

  test('every job that can log in to the store of states runs in an environment', () => {
    const identified = Object.entries(all).filter(([, { id_tokens: tokens }]) => tokens);
    const nameOf = ({ environment, variables }: (typeof identified)[number][1]) =>
      environment?.name.replace('$RING', variables?.RING ?? '');
    expect(identified.map(([name, job]) => [name, nameOf(job)])).toEqual([
      ['full-preview', 'preview'],
      ...rings.map((ring) => [`look-${ring}`, 'drift']),
      ...rings.map((ring) => [`deploy-${ring}`, ring]),
      ['drift-check', 'drift'],
      ['drift-repair', 'repair'],
      ['pull-request-clusters', 'pull-request-clusters'],
    ]);
  });
});
