// SPDX-License-Identifier: Apache-2.0
import type { FakeForge } from '@strata/gitops/fake-forge';
import type { Captured, RackSession } from '@strata/sandbox';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoInstances, uidsOf } from './demo-changes.ts';
import { kubectl, openSession } from './environment.ts';
import { expectSuccess } from './expect-success.ts';
import { startForge } from './gitops/played-forge.ts';
import type { PlayedForge } from './gitops/played-forge.ts';
import { TeamRepository } from './gitops/team-repository.ts';
import { userOf } from './user-cluster.ts';

// From a label to the end of the lease, by the commands of the job: a cluster of the sandbox is made and
// destroyed. The forge is played.

const folder = mkdtempSync(join(tmpdir(), 'strata-pull-request-'));
const checkout = join(folder, 'checkout');
const file = 'stacks/user-cluster/Pulumi.sandbox.pr-12.yaml';
const stack = 'user-cluster/sandbox.pr-12';
const label = 'strata/cluster';
const token = 'token-of-the-forge';
const dayLong = 86_400_000;

const repository = new TeamRepository(folder, [
  'stacks/infra/Pulumi.sandbox.yaml',
  'stacks/kubevirt-stack/Pulumi.sandbox.yaml',
  'stacks/user-cluster/Pulumi.sandbox.demo.yaml',
  'stacks/address-plan/sandbox.yaml',
  'stacks/blast-radius/sandbox.yaml',
  'stacks/infra-facts/sandbox.yaml',
  'stacks/policies/sandbox.json',
]);

let session: RackSession;
let played: PlayedForge;
let forge: FakeForge;

beforeAll(async () => {
  session = await openSession();
  played = await startForge(session, folder, 'github', { token, login: 'machine' });
  ({ forge } = played);
  forge.state.writers.push('machine', 'owner');
  const commit = repository.commitToMain('Clusters for pull requests', {
    'stacks/pull-request-clusters/sandbox.yaml':
      'repositories: [{ name: o/r }]\nprofiles: [small]\nmost: 1\nleaseDays: 2\n',
    'stacks/profiles/small.yaml': `config:
  user-cluster:pools:
    - { name: md-a, replicas: 1, instancetype: standard-2, rootDisk: { image: ubuntu-24-04 } }
`,
  });
  repository.checkOut(commit, checkout);
});
afterAll(async () => {
  await played.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a command of the job, as its steps do. */
async function gitops(...args: readonly string[]): Promise<Captured> {
  const env = { GITHUB_REPOSITORY: 'o/r', GITHUB_API_URL: played.url, GITHUB_TOKEN: token };
  return session.capture(['node', 'tools/gitops/src/main.ts', ...args], { cwd: checkout, env });
}

/** Commits the files of clusters and pushes the commit. */
async function push(): Promise<void> {
  const command = ['.ci/push-clusters', repository.origin, 'main'];
  const env = { STRATA_PUSH_TOKEN: 'nobody asks for it' };
  expectSuccess(await session.capture(command, { cwd: checkout, env }));
}

const filesOnMain = () =>
  repository.git('--git-dir', repository.origin, 'ls-tree', '-r', '--name-only', 'main');

const namespaceOf = (cluster: string) =>
  kubectl(session, ['get', 'namespace', `cluster-${cluster}`, '--ignore-not-found', '-o', 'name']);

const machines = async () => uidsOf(await demoInstances(session));

/** Sets the label at a time, in milliseconds since 1970. */
function setLabel(by: string, time: number): void {
  const event = { kind: 'labelled', at: new Date(time).toISOString(), by, label } as const;
  const [pullRequest] = forge.state.pullRequests;
  pullRequest?.events.splice(0, Infinity, event);
}

// Proves: clusters.pull-requests
test('the label of somebody who may not write makes no cluster, that of another one writes its file', async () => {
  forge.state.pullRequests.push({ number: 12, isOpen: true, labels: [label], events: [] });
  setLabel('guest', Date.now());
  const refused = await gitops('pull-request-clusters', 'write');
  expect([refused.code, refused.stdout]).toEqual([0, '']);
  expect(refused.stderr).toContain(
    'o/r#12: no cluster, for its label "strata/cluster" was not set by a person who may write to the repository',
  );
  setLabel('owner', Date.now());
  const written = await gitops('pull-request-clusters', 'write');
  expectSuccess(written);
  expect(written.stdout).toMatch(
    /^user-cluster\/sandbox\.pr-12: made for o\/r#12, until \d{4}-\d\d-\d\d\n$/,
  );
  await push();
  expect(filesOnMain()).toContain(file);
}, 300_000);

// Proves: clusters.pull-requests
test('its cluster comes up, and stays while the lease runs and while the forge does not answer', async () => {
  const began = Date.now();
  expectSuccess(await gitops('run', 'up', '--stack', stack));
  const cluster = { program: 'user-cluster', stack: 'sandbox.pr-12', checkout } as const;
  const user = await userOf(session, cluster);
  await user.kubectl('wait', 'nodes', '--all', '--for=condition=Ready', '--timeout=180s');
  console.log(`the cluster of a pull request: ${Math.round((Date.now() - began) / 1_000)} s`);
  const names = await user.kubectl('get', 'nodes', '-o', 'jsonpath={.items[*].metadata.name}');
  expect(names).toBe('cp-0 md-a-0');

  const during = await gitops('pull-request-clusters', 'destroy');
  expect([during.code, during.stdout]).toEqual([0, '']);
  forge.fail({ times: 1, answer: { status: 404, body: { message: 'Not Found' } } });
  const away = await gitops('pull-request-clusters', 'destroy');
  expect([away.code, away.stdout]).toEqual([1, '']);
  expect(await namespaceOf('pr-12')).toBe('namespace/cluster-pr-12');
}, 900_000);

// Proves: clusters.pull-requests
test('when its lease has ended it is destroyed, with its file, and no other cluster is touched', async () => {
  const demo = await machines();
  // The days go by.
  const past = new Date(Date.now() - 3 * dayLong).toISOString().slice(0, 10);
  const path = join(checkout, file);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.replace(/^( *user-cluster:expires: *)\S+/m, `$1'${past}'`));
  await push();
  setLabel('owner', Date.now() - 6 * dayLong);

  const began = Date.now();
  const ended = await gitops('pull-request-clusters', 'destroy');
  expectSuccess(ended);
  console.log(`the destroy of an ended lease: ${Math.round((Date.now() - began) / 1_000)} s`);
  expect(ended.stdout).toBe(`${stack}: destroyed\n`);
  expect(await namespaceOf('pr-12')).toBe('');
  expect(existsSync(path)).toBe(false);
  await push();
  expect(filesOnMain()).not.toContain(file);
  expect(await machines()).toEqual(demo);

  const over = await gitops('pull-request-clusters', 'write');
  expect([over.code, over.stdout]).toEqual([0, '']);
  expect(over.stderr).toContain('o/r#12: no cluster, for its lease has ended on ');
}, 900_000);
