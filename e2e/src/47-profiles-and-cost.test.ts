// SPDX-License-Identifier: Apache-2.0
import type { RackSession } from '@strata/sandbox';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backedUpCluster } from './backed-up-cluster.ts';
import {
  kubectl,
  kubectlJson,
  openSession,
  pulumi,
  sharedInstance,
  stacks,
  type List,
} from './environment.ts';
import { expectSuccess } from './expect-success.ts';
import type { Pipeline } from './gitops/pipeline.ts';
import {
  deploy,
  linesBelow,
  outcomesIn,
  startPullRequest,
  succeeded,
} from './gitops/pipeline-runs.ts';
import { startTeam } from './gitops/team.ts';
import type { Team } from './gitops/team.ts';
import { TeamRepository } from './gitops/team-repository.ts';
import { generateClusterFile, removeStack } from './other-clusters.ts';
import { realCost } from './running-use.ts';
import {
  demo,
  extending,
  fileOf,
  grown,
  later,
  limits,
  limitsText,
  ofEnvironment,
  prices,
  pricesFile,
  second,
  withBastion,
  workers,
  workersText,
} from './shared-profiles.ts';
import { strata } from './strata-command.ts';

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
beforeAll(async () => {
  session = await openSession();
  team = await startTeam(session, folder, repository, 'token');
  ({ pipeline } = team);
});
afterAll(async () => {
  await team.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Commits to the branch that is deployed. */
function commit(message: string, files: Readonly<Record<string, string>>): string {
  repository.git('switch', '--quiet', 'main');
  for (const [file, text] of Object.entries(files)) repository.write(file, text);
  const made = repository.commit(message);
  repository.git('push', '--quiet', 'origin', 'main');
  return made;
}

const headOfMain = () => repository.git('rev-parse', 'main');

interface Machine {
  readonly metadata: { readonly name: string; readonly namespace: string; readonly uid: string };
  readonly spec: { readonly domain: { readonly cpu: { readonly sockets: number } } };
}

/** All VMs of the sandbox. */
const machines = async () =>
  (await kubectlJson<List<Machine>>(session, ['get', 'vmis', '-A'])).items;
const nameOf = ({ metadata }: Machine) =>
  `${metadata.namespace.replace('cluster-', '')}/${metadata.name}`;
const uids = async () =>
  Object.fromEntries((await machines()).map((one) => [nameOf(one), one.metadata.uid]));
const sizes = async () =>
  Object.fromEntries((await machines()).map((one) => [nameOf(one), one.spec.domain.cpu.sockets]));

const small = { 'cp-0': 2, 'md-a-0': 2, 'md-a-1': 2 };
const both = (of: Readonly<Record<string, number>>) =>
  Object.fromEntries(
    ['demo', 'second'].flatMap((cluster) =>
      Object.entries(of).map(([name, cpus]) => [`${cluster}/${name}`, cpus]),
    ),
  );

/** Returns the output of a command in a clone of the branch that is deployed. */
async function printed(...args: readonly string[]): Promise<string> {
  const { name } = sharedInstance();
  const ended = await strata(pipeline.checkOut(headOfMain()), ...args, '--name', name);
  expectSuccess(ended);
  return ended.stdout;
}

/** Expects that to be charged which the API server says to run, and returns the sums. */
async function expectRealCost(): Promise<Record<string, string>> {
  const { clusters, sum } = await realCost(session, ['demo', 'second'], prices);
  const percent = ((Number(sum) / 750) * 100).toFixed(1);
  const hosts = { count: 3, paidFor: '750.00', used: sum, percent };
  const about = { environment: 'sandbox', file: pricesFile, currency: 'EUR' };
  const environments = [{ ...about, clusters, sum, notPriced: [], hosts }];
  const command = ['plan', 'cost', 'sandbox', '--json'];
  expect(JSON.parse(await printed(...command))).toEqual({ environments });
  expect(JSON.parse(await printed(...command, '--live'))).toEqual({ environments });
  const sums = clusters.map(({ cluster, cost }) => [cluster, cost.sum] as const);
  return { ...Object.fromEntries(sums), all: sum };
}

// Proves: clusters.profiles
test('a cluster takes its pool from a profile without any change, and a new one is made with it', async () => {
  commit('Two clusters of ours and one of theirs share their workers', {
    'stacks/rings.yaml':
      'rings:\n  - name: first\n    environments: [sandbox]\n  - name: last\n    environments: [staging]\n',
    [workers]: workersText('standard-2'),
    [limits]: limitsText(6),
    [pricesFile]: JSON.stringify(prices),
    [fileOf(demo)]: extending(alone.demo),
    [fileOf(later)]: extending(alone.later),
  });
  const checkout = pipeline.checkOut(headOfMain());
  const named = { program: 'user-cluster', stack: second, checkout };
  generateClusterFile(named, '--profile=workers,limits');
  const text = readFileSync(join(checkout, fileOf(second)), 'utf8');
  expect(text).not.toContain('pools');
  const own = [...backedUpCluster, withBastion].reduce((was, one) => was.replace(...one), text);
  commit('One more cluster', { [fileOf(second)]: own });
  expect(await deploy(pipeline, headOfMain())).toEqual({
    'infra/sandbox': 'unchanged',
    'kubevirt-stack/sandbox': 'unchanged',
    'user-cluster/sandbox.demo': 'unchanged',
    'user-cluster/sandbox.second': 'changed',
  });
  expect(await sizes()).toEqual(both(small));
  expect(await loadBalancers('second')).toBe('8');
});

/** How many load balancers a cluster may have, with the two that it is reached by. */
const loadBalancers = (cluster: string) => {
  const path = 'jsonpath={.items[*].spec.hard.services\\.loadbalancers}';
  return kubectl(session, ['get', 'resourcequotas', '-n', `cluster-${cluster}`, '-o', path]);
};

// Proves: clusters.cost
test('each cluster costs what its CPUs, memory, volumes and addresses that run cost', async () => {
  expect(await expectRealCost()).toEqual({ demo: '88.48', second: '92.80', all: '181.28' });
});

/** Opens a pull request on the branch that is deployed. */
function open(number: number, branch: string, files: Readonly<Record<string, string>>) {
  const merged = repository.openPullRequest(number, branch, files);
  const head = repository.git('rev-parse', `${merged}^2`);
  return startPullRequest(pipeline, { number, commit: merged, base: headOfMain(), head });
}

const room = 'there is room, also without 1 host, while machines move and while pools roll';
const more = '53.54 (+4 CPUs, +16 GiB of memory, +14 GiB of sandbox-block)';
/** Answers of both previews of the larger workers. */
const needsAndCosts = [
  `- <b>What does it need?</b> sandbox: 6 machines, 12 → 20 virtual CPUs, 51 → 83 GiB; 77.2 % of the hosts' memory stays free; ${room}; staging: 3 machines, 6 → 10 virtual CPUs, 26 → 42 GiB; 97.4 % of the hosts' memory stays free; ${room}.`,
  `- <b>What does it cost?</b> sandbox: <b>+ 107.08 EUR a month</b> (181.28 → 288.36): demo + ${more}, second + ${more}.`,
];
const offline =
  'The full preview says: in this one, made without states, everything counts as new.';
const affectedAndOrder = [
  '- <b>Who is affected?</b> 3 clusters: sandbox / demo; sandbox / second; staging / shop.',
  '- <b>In which order?</b> After the merge: ring first (sandbox), then ring last (staging). A ring that does not end well stops those behind it.',
];

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
  succeeded(await job('comment-full', 'failure'));
  const unknown = '<b>1 stack is not counted</b>, for nobody knows what would happen there.';
  expect(linesBelow(commentOf(8), '### What follows')).toEqual([
    `- <b>What rolls?</b> <b>4 nodes</b>: sandbox / demo: 2 of ${pool} &#40;1 at a time&#41;; sandbox / second: 2 of ${pool} &#40;1 at a time&#41;. Nodes: 6. ${unknown}`,
    ...needsAndCosts,
    `- <b>Can data be lost?</b> No volume, no namespace and no kind is deleted. A node that rolls gets a fresh root disk. ${unknown}`,
    ...affectedAndOrder,
  ]);
  expect(await uids()).toEqual(before);
});

test('the second cluster goes, and the demo is what this working tree says', async () => {
  const checkout = pipeline.checkOut(headOfMain());
  const stack = { program: 'user-cluster', stack: second, checkout } as const;
  expectSuccess(await pulumi(session, stack, ['destroy', '--yes', '--skip-preview']));
  await removeStack(session, stack);
  const unchanged = ['preview', '--refresh', '--expect-no-changes'];
  expectSuccess(await pulumi(session, stacks.demo, unchanged));
});
