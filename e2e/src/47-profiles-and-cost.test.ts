// SPDX-License-Identifier: Apache-2.0
import type { RackSession } from '@strata/sandbox';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backedUpCluster } from './backed-up-cluster.ts';
import { openSession, pulumi, sharedInstance, stacks } from './environment.ts';
import { expectSuccess } from './expect-success.ts';
import type { Pipeline } from './gitops/pipeline.ts';
import {
  consequencesIn,
  deploy,
  linesBelow,
  outcomesIn,
  reasonsIn,
  startDeployment,
  startPullRequest,
  succeeded,
} from './gitops/pipeline-runs.ts';
import { startTeam } from './gitops/team.ts';
import type { Team } from './gitops/team.ts';
import { TeamRepository } from './gitops/team-repository.ts';
import { generateClusterFile, removeStack } from './other-clusters.ts';
import { loadBalancers, otherMachines, runningMachines } from './running-machines.ts';
import type { RunningMachine } from './running-machines.ts';
import {
  affectedAndOrder,
  deletions,
  demo,
  extending,
  extendingNone,
  fileOf,
  grown,
  large,
  later,
  limits,
  limitsText,
  mistaken,
  mistakesOf,
  mistakesOfFiles,
  mistakesOfPrices,
  needsAndCosts,
  ofEnvironment,
  offline,
  prices,
  pricesFile,
  realAnswer,
  second,
  shown,
  small,
  withBastion,
  workers,
  workersText,
} from './shared-profiles.ts';
import { strata } from './strata-command.ts';
import { userOf } from './user-cluster.ts';

// A team that writes once what its clusters share, and has written down what things cost. Two clusters
// run in the sandbox, in the ring that comes first; the ring behind it has a cluster that no hosts
// have been bought for yet.

const folder = mkdtempSync(join(tmpdir(), 'strata-profiles-'));
const repository = new TeamRepository(folder, [
  ...['sandbox', 'staging'].flatMap(ofEnvironment),
  fileOf(demo),
  fileOf(later),
]);
const alone = { demo: repository.read(fileOf(demo)), later: repository.read(fileOf(later)) };

let session: RackSession;
let team: Team;
let pipeline: Pipeline;
/** File of the second cluster. */
let ofSecond = '';
beforeAll(async () => {
  session = await openSession();
  team = await startTeam(session, folder, repository, 'token');
  ({ pipeline } = team);
});
afterAll(async () => {
  await team.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Something of each machine of both clusters. */
const machines = <T>(of: (one: RunningMachine) => T) =>
  runningMachines(session, ['demo', 'second'], of);
const uids = () => machines(({ uid }) => uid);
const sizes = () => machines(({ cpus }) => cpus);

/** States of both clusters, as they are stored. */
const states = () =>
  [demo, second].map((stack) =>
    readFileSync(
      join(sharedInstance().pulumiStateDir, `.pulumi/stacks/user-cluster/${stack}.json`),
      'utf8',
    ),
  );

/** Returns the output of a command in a clone of the branch that is deployed. */
async function printed(...args: readonly string[]): Promise<string> {
  const { name } = sharedInstance();
  const ended = await strata(pipeline.checkOut(repository.main), ...args, '--name', name);
  expectSuccess(ended);
  return ended.stdout;
}

/** Expects that to be charged which the API server says to run, and returns the sums. */
async function expectRealCost(): Promise<Record<string, string>> {
  const { environments, sums } = await realAnswer(session, ['demo', 'second']);
  const command = ['plan', 'cost', 'sandbox', '--json'];
  expect(JSON.parse(await printed(...command))).toEqual({ environments });
  expect(JSON.parse(await printed(...command, '--live'))).toEqual({ environments });
  return sums;
}

// Proves: clusters.profiles
test('a cluster takes its pool from a profile without any change, and a new one is made with it', async () => {
  repository.commitToMain('Two clusters of ours and one of theirs share their workers', {
    'stacks/rings.yaml':
      'rings:\n  - name: first\n    environments: [sandbox]\n  - name: last\n    environments: [staging]\n',
    [workers]: workersText('standard-2'),
    [limits]: limitsText(6),
    [pricesFile]: JSON.stringify(prices),
    [fileOf(demo)]: extending(alone.demo),
    [fileOf(later)]: extending(alone.later),
  });
  const checkout = pipeline.checkOut(repository.main);
  const named = { program: 'user-cluster', stack: second, checkout };
  generateClusterFile(named, '--profile=workers,limits');
  const text = readFileSync(join(checkout, fileOf(second)), 'utf8');
  expect(text).not.toContain('pools');
  ofSecond = [...backedUpCluster, withBastion].reduce((was, one) => was.replace(...one), text);
  repository.commitToMain('One more cluster', { [fileOf(second)]: ofSecond });
  expect(await deploy(pipeline, repository.main)).toEqual({
    'infra/sandbox': 'unchanged',
    'kubevirt-stack/sandbox': 'unchanged',
    'user-cluster/sandbox.demo': 'unchanged',
    'user-cluster/sandbox.second': 'changed',
  });
  expect(await sizes()).toEqual({ demo: small, second: small });
  expect(await loadBalancers(session, 'second')).toBe('8');
}, 1_800_000);

// Proves: clusters.cost
test('each cluster costs what its CPUs, memory, volumes and addresses that run cost', async () => {
  expect(await expectRealCost()).toEqual({ demo: '88.48', second: '92.80', all: '181.28' });
}, 1_800_000);

/** Opens a pull request on the branch that is deployed. */
function open(number: number, branch: string, files: Readonly<Record<string, string>>) {
  const merged = repository.openPullRequest(number, branch, files);
  const head = repository.git('rev-parse', `${merged}^2`);
  return startPullRequest(pipeline, { number, commit: merged, base: repository.main, head });
}

/** Which consequences the stacks would have, in words. */
let announced: Readonly<Record<string, readonly string[]>> = {};

const commentOf = (number: number) =>
  team.forge.state.comments.find(({ pullRequest }) => pullRequest === number)?.body ?? '';

// Proves: clusters.profiles, clusters.cost
test('the comment about a changed profile names each cluster, what rolls, the rings and the cost', async () => {
  const before = await uids();
  const job = open(8, 'larger-workers', { [workers]: grown });
  succeeded(await job('preview'));
  expect(outcomesIn(pipeline, 'strata-reports')).toEqual({
    'user-cluster/sandbox.demo': 'changed',
    'user-cluster/sandbox.second': 'changed',
    'user-cluster/staging.shop': 'changed',
  });
  succeeded(await job('comment'));
  const keys = ['rootDisk.sizeGiB</code> 24', 'disks</code> scratch']
    .concat('labels</code> example.com/from workers')
    .map((words) => `; added: <code>pools&#91;md-a&#93;.${words}`);
  expect(linesBelow(commentOf(8), '### What the author')).toEqual([
    `- <code>profiles/workers.yaml</code> (for sandbox / demo, sandbox / second, staging / shop): <code>pools&#91;md-a&#93;.instancetype</code> standard-2 → standard-4${keys.join('')}`,
  ]);
  const pool = 'pool &#34;md-a&#34;';
  expect(linesBelow(commentOf(8), '### What follows')).toEqual([
    `- <b>What rolls?</b> By the keys of clusters that changed, at most <b>sandbox / demo: ${pool}; sandbox / second: ${pool}; staging / shop: ${pool}</b>. The full preview says exactly.`,
    ...needsAndCosts,
    `- <b>Can data be lost?</b> ${offline}`,
    ...affectedAndOrder,
  ]);
  await job('full');
  expect(outcomesIn(pipeline, 'strata-full-reports')).toEqual({
    'user-cluster/sandbox.demo': 'changed',
    'user-cluster/sandbox.second': 'changed',
    'user-cluster/staging.shop': 'failed',
  });
  announced = consequencesIn(pipeline, 'strata-full-reports');
  succeeded(await job('comment-full', 'failure'));
  const unknown = '<b>1 stack is not counted</b>, for nobody knows what would happen there.';
  expect(linesBelow(commentOf(8), '### What follows')).toEqual([
    `- <b>What rolls?</b> <b>4 nodes</b>: sandbox / demo: 2 of ${pool} &#40;1 at a time&#41;; sandbox / second: 2 of ${pool} &#40;1 at a time&#41;. Nodes: 6. ${unknown}`,
    ...needsAndCosts,
    `- <b>Can data be lost?</b> No volume, no namespace and no kind is deleted. A node that rolls gets a fresh root disk. ${unknown}`,
    ...affectedAndOrder,
  ]);
  expect(await uids()).toEqual(before);
}, 1_800_000);

/** Nodes of a cluster that have the label of the profile. */
async function labelled(stack: string): Promise<string> {
  const user = await userOf(session, { program: 'user-cluster', stack });
  const labels = ['-l', 'example.com/from=workers', '-o', 'jsonpath={.items[*].metadata.name}'];
  return user.kubectl('get', 'nodes', ...labels);
}

// Proves: clusters.profiles, machines.rolling
test('its merge makes the workers of both clusters anew, as the comment said, and nothing else', async () => {
  const before = await uids();
  const began = Date.now();
  repository.merge('larger-workers');
  expect(await deploy(pipeline, repository.main)).toEqual({
    'user-cluster/sandbox.demo': 'changed',
    'user-cluster/sandbox.second': 'changed',
  });
  console.log(`the merge of a changed profile: ${Math.round((Date.now() - began) / 1_000)} s`);
  const done = consequencesIn(pipeline, 'strata-reports-first');
  expect({ ...announced, ...done }).toEqual(announced);
  const rolled = otherMachines(before, await uids());
  expect(rolled).toEqual(['demo/md-a-0', 'demo/md-a-1', 'second/md-a-0', 'second/md-a-1']);
  expect(await sizes()).toEqual({ demo: large, second: large });
  const disks = await machines((one) => one.disks);
  for (const cluster of [disks.demo, disks.second]) {
    expect(cluster?.['md-a-0']).toEqual({ root: 24, scratch: 3 });
    expect(cluster?.['md-a-1']).toEqual({ root: 24, scratch: 3 });
  }
  expect(await labelled(demo)).toBe('md-a-0 md-a-1');
  expect(await labelled(second)).toBe('md-a-0 md-a-1');
}, 1_800_000);

// Proves: clusters.cost
test('afterwards they cost what the comment said, and what runs', async () => {
  expect(await expectRealCost()).toEqual({ demo: '142.02', second: '146.34', all: '288.36' });
}, 1_800_000);

// Proves: clusters.profiles
test('the change of a profile that one cluster extends concerns that one alone', async () => {
  const before = await uids();
  const [stateOfDemo] = states();
  const job = open(9, 'more-addresses', { [limits]: limitsText(7) });
  succeeded(await job('preview'));
  succeeded(await job('comment'));
  expect(linesBelow(commentOf(9), '### What the author')).toEqual([
    '- <code>profiles/limits.yaml</code> (for sandbox / second): <code>quota.loadBalancers</code> 6 → 7',
  ]);
  expect(linesBelow(commentOf(9), '### What follows')).toContain(
    '- <b>Who is affected?</b> 1 cluster: sandbox / second.',
  );
  repository.merge('more-addresses');
  expect(await deploy(pipeline, repository.main)).toEqual({
    'user-cluster/sandbox.second': 'changed',
  });
  expect(await loadBalancers(session, 'second')).toBe('9');
  expect(await uids()).toEqual(before);
  expect(states()[0]).toBe(stateOfDemo);
}, 1_800_000);

// Proves: clusters.profiles, clusters.cost
test('mistakes in a profile and in prices are told with file and line, by the check of all files and by the comment', async () => {
  const before = await uids();
  const job = open(10, 'mistakes', mistaken);
  const preview = await job('preview');
  expect(preview.result).toBe('failure');
  const [check] = preview.steps.filter(({ outcome }) => outcome === 'failure');
  expect(check?.output.trim().split('\n')).toEqual(mistakesOfFiles);
  expect(reasonsIn(pipeline, 'strata-reports')).toEqual({
    'user-cluster/sandbox.demo': mistakesOf(demo),
    'user-cluster/sandbox.second': mistakesOf(second),
    'user-cluster/staging.shop': mistakesOf(later),
  });
  succeeded(await job('comment', 'failure'));
  expect(linesBelow(commentOf(10), '### What follows')).toContain(
    `- <b>What does it cost?</b> sandbox: nobody can tell: ${pricesFile} is wrong: ${shown(mistakesOfPrices.join('; '))}`,
  );
  const told = linesBelow(commentOf(10), '### Needs attention');
  for (const stack of [demo, second, later]) {
    const lines = mistakesOf(stack).map((line) => `- <code>${shown(line)}</code>`);
    expect(told).toEqual(expect.arrayContaining(lines));
  }
  expect(await uids()).toEqual(before);
}, 1_800_000);

// Proves: clusters.profiles
test('a deployment of these mistakes is refused, and changes nothing', async () => {
  const before = { uids: await uids(), sizes: await sizes(), states: states() };
  repository.merge('mistakes');
  const { result } = await startDeployment(pipeline, repository.main);
  expect(result).toBe('failure');
  for (const artifact of ['strata-previews-first', 'strata-reports-first']) {
    expect(outcomesIn(pipeline, artifact)).toEqual({
      'user-cluster/sandbox.demo': 'failed',
      'user-cluster/sandbox.second': 'failed',
    });
    expect(reasonsIn(pipeline, artifact)).toEqual({
      'user-cluster/sandbox.demo': mistakesOf(demo),
      'user-cluster/sandbox.second': mistakesOf(second),
    });
  }
  expect({ uids: await uids(), sizes: await sizes(), states: states() }).toEqual(before);
}, 1_800_000);

// Proves: clusters.profiles
test('without profiles: keys that move into the file change nothing, and what would delete disks is refused', async () => {
  const before = await uids();
  const [stateOfDemo] = states();
  repository.commitToMain('Each cluster has its own workers', {
    [workers]: undefined,
    [limits]: undefined,
    [pricesFile]: JSON.stringify(prices),
    [fileOf(demo)]: alone.demo,
    [fileOf(later)]: alone.later,
    [fileOf(second)]: extendingNone(ofSecond, grown, limitsText(7)),
  });
  expect((await startDeployment(pipeline, repository.main)).result).toBe('failure');
  expect(outcomesIn(pipeline, 'strata-reports-first')).toEqual({
    'user-cluster/sandbox.demo': 'refused',
    'user-cluster/sandbox.second': 'unchanged',
  });
  expect(reasonsIn(pipeline, 'strata-reports-first')['user-cluster/sandbox.demo']).toEqual([
    'Not allowed as it is:',
    `${deletions}: deletedData: 2 are more than 0; make the change in smaller steps, or raise the limit in the same commit`,
  ]);
  expect(await uids()).toEqual(before);
  expect(states()[0]).toBe(stateOfDemo);
}, 1_800_000);

// Proves: clusters.profiles, clusters.cost
test('with another limit the file from before the profile brings the old workers back, and the cost', async () => {
  const before = await uids();
  const began = Date.now();
  const text = repository.read(deletions).replace('deletedData: 0', 'deletedData: 2');
  repository.commitToMain('The disks of two workers may go', { [deletions]: text });
  expect(await deploy(pipeline, repository.main)).toEqual({
    'infra/sandbox': 'unchanged',
    'kubevirt-stack/sandbox': 'unchanged',
    'user-cluster/sandbox.demo': 'changed',
    'user-cluster/sandbox.second': 'unchanged',
  });
  console.log(`the way back: ${Math.round((Date.now() - began) / 1_000)} s`);
  expect(await sizes()).toEqual({ demo: small, second: large });
  const after = await uids();
  expect(after.second).toEqual(before.second);
  expect(after.demo?.['cp-0']).toBe(before.demo?.['cp-0']);
  expect(await expectRealCost()).toEqual({ demo: '88.48', second: '146.34', all: '234.82' });
}, 1_800_000);

test('the second cluster goes, and the demo is what this working tree says', async () => {
  const checkout = pipeline.checkOut(repository.main);
  const stack = { program: 'user-cluster', stack: second, checkout } as const;
  expectSuccess(await pulumi(session, stack, ['destroy', '--yes', '--skip-preview']));
  await removeStack(session, stack);
  // The quota has room for the larger workers until the update after their roll.
  expectSuccess(await pulumi(session, stacks.demo, ['up', '--yes', '--skip-preview']));
  const unchanged = ['preview', '--refresh', '--expect-no-changes'];
  expectSuccess(await pulumi(session, stacks.demo, unchanged));
}, 1_800_000);
