// SPDX-License-Identifier: Apache-2.0
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FakeForge } from '../forge/testing/index.ts';
import { NoteRepository } from '../testing/note-stacks.ts';

// Runs the real engine and CLI, with a file backend and a provider whose cloud is a folder of files.
jest.setTimeout(1_800_000);

const repository = new NoteRepository();
const label = 'strata/cluster';
const ofPullRequest = (number: number) =>
  `  user-cluster:pullRequest: { repository: o/r, number: ${number} }\n` +
  '  user-cluster:deletion: { protect: false, volumes: delete }\n' +
  '  user-cluster:expires: 2999-01-31\n';
const fileOf = (cluster: string) => `stacks/user-cluster/Pulumi.prod.${cluster}.yaml`;
const isThere = (file: string) => existsSync(join(repository.folder, file));

let server: FakeForge;

/** Writes the file of a cluster that has a note. */
function configure(cluster: string, keys = ''): void {
  repository.configure(`user-cluster/prod.${cluster}`, { note: { text: 'here' } });
  const text = readFileSync(join(repository.folder, fileOf(cluster)), 'utf8');
  repository.write(fileOf(cluster), text.replace('config:\n', `config:\n${keys}`));
}

beforeAll(async () => {
  server = await FakeForge.start('github');
  server.state.addAccount('forge-token');
  for (const number of [1, 2, 3]) {
    const pullRequest = { number, isOpen: number === 1, labels: [label], events: [] };
    server.state.pullRequests.push(pullRequest);
  }
  Object.assign(repository.env, {
    GITHUB_REPOSITORY: 'o/r',
    GITHUB_API_URL: server.url,
    GITHUB_TOKEN: 'forge-token',
  });
  repository.addProgram('user-cluster');
  repository.write('stacks/rings.yaml', 'rings: [{ name: all, environments: [prod] }]\n');
  repository.write(
    'stacks/pull-request-clusters/prod.yaml',
    'repositories: [{ name: o/r }]\nprofiles: [small]\nmost: 5\n',
  );
  // Nothing may be changed at once: clusters of pull requests are not counted.
  repository.write('stacks/blast-radius/prod.yaml', 'clusters: 0\n');
  for (const number of [1, 2, 3]) configure(`pr-${number}`, ofPullRequest(number));
  configure('shop');
  repository.commit();
  const limits = 'stacks/blast-radius/prod.yaml';
  repository.write(limits, 'clusters: 9\n');
  await repository.run(
    'up',
    ['pr-1', 'pr-2', 'shop'].map((cluster) => `user-cluster/prod.${cluster}`),
  );
  repository.git('checkout', '--quiet', limits);
});
afterAll(async () => {
  await server.stop();
  repository.remove();
});

const destroy = (...more: readonly string[]) =>
  repository.gitops('pull-request-clusters', 'destroy', '--reports', repository.reports, ...more);

test('a dry run names the clusters of closed pull requests, and leaves them alone', async () => {
  const { code, stdout } = await destroy('--dry-run');
  expect([code, stdout.trim().split('\n')]).toEqual([
    0,
    ['user-cluster/prod.pr-2: would be destroyed', 'user-cluster/prod.pr-3: would be destroyed'],
  ]);
  expect(isThere(fileOf('pr-2'))).toBe(true);
});

// Proves: clusters.pull-requests
test('a forge that does not answer destroys nothing', async () => {
  server.fail({ times: 3, answer: { status: 404, body: { message: 'Not Found' } } });
  const { code, stdout } = await destroy();
  expect([code, stdout]).toEqual([1, '']);
  expect(isThere(repository.note('prod.pr-2', 'note').slice(repository.folder.length + 1))).toBe(
    true,
  );
});

// Proves: clusters.pull-requests
test('destroys the cluster of a closed pull request beyond all limits, and no other one', async () => {
  const { code, stderr, stdout } = await destroy();
  expect([code, stdout.trim().split('\n')]).toEqual([
    0,
    [
      'user-cluster/prod.pr-2: destroyed',
      'user-cluster/prod.pr-3: never brought up; its file stays until its lease has ended',
    ],
  ]);
  expect(stderr).toContain('user-cluster/prod.pr-2 of o/r#2: to be destroyed, for it is closed\n');
  const notes = ['pr-1', 'pr-2', 'shop'].map((one) =>
    existsSync(repository.note(`prod.${one}`, 'note')),
  );
  expect(notes).toEqual([true, false, true]);
  expect(['pr-1', 'pr-2', 'pr-3', 'shop'].map((one) => isThere(fileOf(one)))).toEqual([
    true,
    false,
    true,
    true,
  ]);
});

test('limits count for every other destroy', async () => {
  repository.git('checkout', '--quiet', '.');
  const { reports } = await repository.run('destroy', ['user-cluster/prod.shop']);
  expect(reports.map(({ outcome }) => outcome)).toEqual(['refused']);
});

test('a removal that was not pushed is done again, without a second destroy', async () => {
  const { code, stdout } = await destroy();
  expect([code, stdout.trim().split('\n')[0]]).toEqual([0, 'user-cluster/prod.pr-2: destroyed']);
  expect(isThere(fileOf('pr-2'))).toBe(false);
});

test('a cluster whose label is gone or whose lease has ended is destroyed as well', async () => {
  repository.git('checkout', '--quiet', '.');
  for (const one of server.state.pullRequests) one.isOpen = true;
  const [first] = server.state.pullRequests;
  if (first !== undefined) {
    first.labels = [];
    first.events.push({ kind: 'unlabelled', at: '2026-01-10T15:00:00Z', label });
  }
  const text = readFileSync(join(repository.folder, fileOf('pr-3')), 'utf8');
  repository.write(fileOf('pr-3'), text.replace('2999-01-31', '2026-01-31'));
  repository.commit();
  const { stdout } = await destroy();
  expect(stdout.trim().split('\n')).toEqual([
    'user-cluster/prod.pr-1: destroyed',
    'user-cluster/prod.pr-3: destroyed',
  ]);
});

test('uncommitted changes are refused', async () => {
  const { code, stderr } = await destroy();
  expect([code, stderr]).toEqual([
    1,
    `a deployment is of a commit; commit or stash first:\n D ${fileOf('pr-1')}\n D ${fileOf('pr-3')}\n`,
  ]);
});

test('a verb that there is not is refused', async () => {
  const { code, stderr } = await repository.gitops('pull-request-clusters', 'delete');
  expect([code, stderr]).toEqual([
    1,
    'pull-request-clusters "delete" is neither write nor destroy\n',
  ]);
});
