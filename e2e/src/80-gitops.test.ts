// SPDX-License-Identifier: Apache-2.0
import { readReports } from '@strata/gitops';
import type { FakeForge } from '@strata/gitops/fake-forge';
import { runGitLabJob } from '@strata/gitops/gitlab-job';
import type { RackSession } from '@strata/sandbox';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoInstances } from './demo-changes.ts';
import { kubectl, openSession, pulumi, sharedInstance, stacks } from './environment.ts';
import type { Pipeline } from './gitops/pipeline.ts';
import { deploy, outcomesIn, startPullRequest, succeeded } from './gitops/pipeline-runs.ts';
import { plainSecrets } from './gitops/plain-secrets.ts';
import { startForge } from './gitops/played-forge.ts';
import { startTeam } from './gitops/team.ts';
import type { Team } from './gitops/team.ts';
import { TeamRepository } from './gitops/team-repository.ts';

// The way that people use Strata every day, from a branch to a closed issue: the real steps of the
// workflows, on a runner inside the rack, against a forge that is played.

const folder = mkdtempSync(join(tmpdir(), 'strata-gitops-'));
const demoFile = 'stacks/user-cluster/Pulumi.sandbox.demo.yaml';
const token = 'canary-token-of-the-forge';
const repository = new TeamRepository(folder, [
  'stacks/infra/Pulumi.sandbox.yaml',
  'stacks/kubevirt-stack/Pulumi.sandbox.yaml',
  demoFile,
  'stacks/address-plan/sandbox.yaml',
  'stacks/blast-radius/sandbox.yaml',
  'stacks/drift/sandbox.yaml',
  'stacks/infra-facts/sandbox.yaml',
  'stacks/policies/sandbox.json',
]);

let session: RackSession;
let team: Team;
let forge: FakeForge;
let pipeline: Pipeline;
/** Ends what the test of GitLab has started. */
let onGitLabEnd: (() => Promise<void>) | undefined;
beforeAll(async () => {
  session = await openSession();
  team = await startTeam(session, folder, repository, token);
  ({ forge, pipeline } = team);
});
afterAll(async () => {
  await onGitLabEnd?.();
  await team.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The newest commit of the pull request. */
let pullRequestHead = '';

/** The target of the pull request as it was before the merge, for the forge that looks after it. */
const target = 'before-the-merge';

/** How the comment names the page of the fleet, which GitHub's job draws from the branch's files. */
const fleetLine =
  'The fleet before and after, drawn from its files: artifact <code>strata-fleet</code>.';

/** Where the reports of the pull request are. */
let previewReports = '';

const outcomes = (artifact: string) => outcomesIn(pipeline, artifact);
const deployMain = () => deploy(pipeline, repository.main);

/** One run of the schedule, of the parts that have stacks; gives what is to be repaired. */
async function checkDrift(parts: readonly number[]): Promise<string> {
  pipeline.startRun();
  const commit = repository.main;
  for (const part of parts) {
    succeeded(await pipeline.job({ workflow: 'drift', job: 'check', commit, matrix: { part } }));
  }
  const needs = { check: { result: 'success' } };
  const issues = await pipeline.job({ workflow: 'drift', job: 'issues', commit, needs });
  return succeeded(issues).outputs.repairs ?? '';
}

const budget = ['poddisruptionbudget', 'md-a', '-n', 'cluster-demo'];
const minAvailable = () =>
  kubectl(session, ['get', ...budget, '-o', 'jsonpath={.spec.minAvailable}']);
const stateFile = join(
  sharedInstance().pulumiStateDir,
  '.pulumi/stacks/user-cluster/sandbox.demo.json',
);

test('the first deployment from a repository finds every stack as it is', async () => {
  expect(await deployMain()).toEqual({
    'infra/sandbox': 'unchanged',
    'kubevirt-stack/sandbox': 'unchanged',
    'user-cluster/sandbox.demo': 'unchanged',
  });
});

test('a pull request with one cluster in it gets one comment about that one', async () => {
  const text = repository.read(demoFile).replace('replicas: 2\n', 'replicas: 3\n');
  const commit = repository.openPullRequest(7, 'one-worker-more', { [demoFile]: text });
  pullRequestHead = repository.git('rev-parse', `${commit}^2`);
  repository.git('push', '--quiet', 'origin', `main:refs/heads/${target}`);
  const open = { number: 7, commit, base: repository.main, head: pullRequestHead };
  const job = startPullRequest(pipeline, open);
  // The code of the branch runs without a backend and without a key first.
  succeeded(await job('preview'));
  expect(outcomes('strata-reports')).toEqual({ 'user-cluster/sandbox.demo': 'changed' });
  succeeded(await job('comment'));
  expect(forge.state.comments.map(({ body }) => body.split('\n')[1])).toEqual([
    `## Strata offline preview of <code>${commit.slice(0, 10)}</code>: 1 with changes`,
  ]);
  // Then somebody has read it.
  const before = readFileSync(stateFile, 'utf8');
  succeeded(await job('full'));
  expect(outcomes('strata-full-reports')).toEqual({ 'user-cluster/sandbox.demo': 'changed' });
  expect(readFileSync(stateFile, 'utf8')).toBe(before);
  previewReports = join(pipeline.artifacts, 'strata-full-reports');
  const { summary } = succeeded(await job('comment-full'));
  const comments = forge.state.comments.filter(({ pullRequest }) => pullRequest === 7);
  expect(comments.map(({ body }) => body)).toEqual([
    // The job writes its summary before it draws the page, and its comment after.
    `<!-- strata:pull-request run=${pipeline.runId} -->\n${summary.trimEnd()}\n\n${fleetLine}\n`,
  ]);
  const resource = (type: string, name: string) => `<code>${type} demo-${name}</code>`;
  const hard = ['persistentvolumeclaims', 'pods', '&#34;requests.cpu&#34;']
    .concat(['&#34;requests.memory&#34;', '&#34;requests.storage&#34;'])
    .map((name) => `<code>spec\\.hard\\.${name}</code> \\w+ → \\w+`);
  const quota = `^- to update: ${resource('kubernetes:core/v1:ResourceQuota', 'ground-quota-limits')}: ${hard.join(', ')}$`;
  expect(summary.trimEnd().split('\n')).toEqual([
    `## Strata preview of <code>${commit.slice(0, 10)}</code>: 1 with changes`,
    '',
    '### What the author changed',
    '',
    '- <code>user-cluster/Pulumi.sandbox.demo.yaml</code>: <code>pools&#91;md-a&#93;.replicas</code> 2 → 3',
    '',
    '### What follows',
    '',
    '- <b>What rolls?</b> Nothing. Nodes: 3 → 4 (+1).',
    "- <b>What does it need?</b> sandbox: 3 → 4 machines, 6 → 8 virtual CPUs, 26 → 34 GiB; 90.7 % of the hosts' memory stays free; there is room, also without 1 host, while machines move and while pools roll.",
    '- <b>Can data be lost?</b> No volume, no namespace and no kind is deleted.',
    '- <b>Who is affected?</b> 1 cluster: sandbox / demo.',
    '- <b>In which order?</b> After the merge: ring first (sandbox).',
    '',
    '### sandbox &#40;ring first&#41;',
    '',
    '<details><summary><b>sandbox / demo</b> (<code>user-cluster</code>): pool &#34;md-a&#34;: adds 1 node; 4 to update; nodes 3 → 4 (+1)</summary>',
    '',
    expect.stringMatching(new RegExp(quota)),
    `- to update: ${resource('kubernetes:policy/v1:PodDisruptionBudget', 'nodes-pool-md-a-budget')}: <code>spec.minAvailable</code> 1 → 2`,
    `- to update: ${resource('kubernetes:pool.kubevirt.io/v1beta1:VirtualMachinePool', 'nodes-pool-md-a-machines')}: <code>spec.replicas</code> 2 → 3`,
    `- to update: ${resource('strata:cluster:PoolRollout', 'nodes-pool-md-a-rollout')}: <code>replicas</code> 2 → 3`,
    '- when a host is drained: cp: 1 machine migrates',
    '- when a host is drained: md-a: 3 machines drain: its interface is bridged to the pod network, whose address stays behind',
    '',
    '</details>',
    '',
    '',
    'Everything in full: artifact <code>strata-reports</code>.',
  ]);
  expect(readFileSync(join(pipeline.artifacts, 'strata-fleet/fleet.html'), 'utf8')).toContain(
    '"path":"pools[md-a].replicas","before":"2","after":"3"',
  );
});

test('the merge brings that one up, and it is known which commit it is', async () => {
  const commit = repository.merge('one-worker-more');
  expect(await deployMain()).toEqual({ 'user-cluster/sandbox.demo': 'changed' });
  const names = (await demoInstances(session)).map(({ metadata }) => metadata.name);
  expect(names).toEqual(['cp-0', 'md-a-0', 'md-a-1', 'md-a-2']);
  const history = ['stack', 'history', '--json', '--page-size', '1'];
  const { stdout } = await pulumi(session, stacks.demo, history);
  expect(JSON.parse(stdout)).toMatchObject([
    { kind: 'update', result: 'succeeded', environment: { 'git.head': commit } },
  ]);
  // Nothing has changed since, so nothing is brought up again.
  expect(await deployMain()).toEqual({});
});

test('what somebody changes behind its back becomes one issue, with both values', async () => {
  expect(await minAvailable()).toBe('2');
  const edit = JSON.stringify({ spec: { minAvailable: 0 } });
  await kubectl(session, ['patch', ...budget, '--type=merge', '--patch', edit]);
  expect(await checkDrift([1, 2, 3, 4])).toBe('');
  const [issue, ...others] = forge.state.issues;
  expect(others).toEqual([]);
  expect(issue).toMatchObject({
    title: 'Drift: sandbox / demo is not what Git says',
    state: 'open',
    labels: ['strata/drift'],
  });
  // The first line is for the next run.
  expect(issue?.body.split('\n').slice(1)).toEqual([
    'Somebody or something changed the cluster behind Git’s back:',
    '',
    '- <code>kubernetes:policy/v1:PodDisruptionBudget demo-nodes-pool-md-a-budget</code> <code>spec.minAvailable</code>: Git says <code>2</code>, the cluster <code>0</code>',
    '',
    '### What to do',
    '',
    '- Git is right: add the label <code>strata/repair</code> here, or run <code>bash .ci/repair user-cluster/sandbox.demo</code>.',
    `- The cluster is right: change <code>${demoFile}</code> in a pull request.`,
    '- It may differ for a while: a rule in <code>stacks/drift/sandbox.yaml</code>.',
    '',
    'This issue is kept up to date and closes by itself when a check finds nothing.',
    '',
  ]);
  expect(await minAvailable()).toBe('0');
});

test('no comment, issue, report or summary has a secret of the cluster', async () => {
  const shown = ['stack', 'export', '--show-secrets'];
  const { stdout } = await pulumi(session, stacks.demo, shown);
  const secrets = plainSecrets(JSON.parse(stdout));
  expect(secrets.length).toBeGreaterThan(10);
  const written = [
    ...forge.state.comments.map(({ body }) => body),
    ...forge.state.issues.map(({ body }) => body),
    ...readdirSync(join(folder, 'artifacts'), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(html|json)$/.test(file))
      .map((file) => readFileSync(join(folder, 'artifacts', file), 'utf8')),
  ].join('\n');
  expect(secrets.filter((secret) => written.includes(secret))).toEqual([]);
});

test('GitLab gets the same note and the same issue', async () => {
  const { forge: gitLab, stop, url } = await startForge(session, folder, 'gitlab', { token });
  // Also where the test fails: what listens keeps Jest from ending.
  onGitLabEnd = stop;
  const runGitLab = async (job: string, artifact: string, variables: Record<string, string>) => {
    const root = pipeline.checkOut(repository.main);
    cpSync(artifact, join(root, '.strata/reports'), { recursive: true });
    const gitHub = Object.keys(pipeline.env).filter((name) => name.startsWith('GITHUB_'));
    const env = Object.entries(pipeline.env).filter(([name]) => !gitHub.includes(name));
    const { code, output } = await runGitLabJob({
      root,
      job,
      env: {
        ...Object.fromEntries(env),
        ...variables,
        CI_PROJECT_ID: 'o/r',
        CI_SERVER_URL: url,
        CI_PIPELINE_ID: '5',
        GITLAB_TOKEN: token,
      },
      enter: (command) => session.commandLine(command, root),
    });
    expect({ code, output: code === 0 ? '' : output }).toEqual({ code: 0, output: '' });
  };
  const files = { '.strata/reports.json': readReports(previewReports) };
  const job = { id: 1, name: 'full-preview', status: 'success', files };
  gitLab.state.mergeRequests.push({
    iid: 7,
    sha: pullRequestHead,
    state: 'opened',
    targetBranch: target,
    pipelines: [{ id: 5, sha: pullRequestHead, jobs: [job] }],
  });
  await runGitLab('comment', previewReports, {});
  await runGitLab('drift-issues', join(pipeline.artifacts, 'strata-reports-4'), {});
  const bodies = ({ comments, issues }: FakeForge['state'], left: string) => ({
    comments: comments.map(({ body }) => body.replace(left, '').split('\n').slice(1)),
    issues: issues.map(({ body, labels, title }) => ({ body, labels, title })),
  });
  // GitLab's job draws no page: the one of the branch is in the artifact of its reports.
  expect(bodies(gitLab.state, '')).toEqual(bodies(forge.state, `\n${fleetLine}\n`));
});

test('the label on the issue has it repaired, and the issue closed', async () => {
  const [issue] = forge.state.issues;
  issue?.labels.push('strata/repair');
  const repairs = await checkDrift([4]);
  expect(repairs).toBe('user-cluster/sandbox.demo');
  const needs = { issues: { result: 'success', outputs: { repairs } } };
  succeeded(
    await pipeline.job({ workflow: 'drift', job: 'repair', commit: repository.main, needs }),
  );
  expect(await minAvailable()).toBe('2');
  expect(forge.state.issues).toMatchObject([{ state: 'closed', labels: ['strata/drift'] }]);
});

test('another look changes nothing: no issue, no state', async () => {
  const before = readFileSync(stateFile, 'utf8');
  const seen = forge.seen.length;
  expect(await checkDrift([4])).toBe('');
  expect(new Set(forge.seen.slice(seen).map(({ method }) => method))).toEqual(new Set(['GET']));
  expect(readFileSync(stateFile, 'utf8')).toBe(before);
});

test('the merge of the way back puts the cluster back', async () => {
  repository.git('revert', '--no-edit', '--mainline', '1', 'main');
  repository.git('push', '--quiet', 'origin', 'main');
  expect(await deployMain()).toEqual({ 'user-cluster/sandbox.demo': 'changed' });
  expect(await minAvailable()).toBe('1');
});
