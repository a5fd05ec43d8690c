// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { refuseOlder } from './older-checkout.ts';
import { Repository } from './repository.ts';

const folder = mkdtempSync(join(tmpdir(), 'older-checkout-'));
afterAll(() => rmSync(folder, { recursive: true }));

const origin = join(folder, 'origin');
const git = (root: string, ...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@localhost', ...args], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();

function commit(text: string): string {
  writeFileSync(join(origin, 'file'), text);
  git(origin, 'add', '--all');
  git(origin, 'commit', '--quiet', '--message', text);
  return git(origin, 'rev-parse', 'HEAD');
}

git(folder, 'init', '--quiet', '--initial-branch=main', 'origin');
const older = commit('older');
const newer = commit('newer');
git(origin, 'switch', '--quiet', '--create', 'branch', older);
const branch = commit('branch');
git(origin, 'switch', '--quiet', 'main');

/** Clones what the repository has now. */
function clone(name: string, ...options: readonly string[]): string {
  git(folder, 'clone', '--quiet', ...options, `file://${origin}`, name);
  return join(folder, name);
}
const whole = clone('whole');
const shallow = clone('shallow', '--depth=1');
const unknown = commit('not in any of the clones');

const endedAt = Date.parse('2026-11-27T12:00:00Z');

function refusal(root: string, head: string, deployed: string): string | undefined {
  git(root, 'checkout', '--quiet', '--detach', head);
  return refuseOlder(new Repository(root), { recorded: { commit: deployed, endedAt } });
}

test.each([
  ['the deployed commit itself', newer, newer],
  ['a newer commit', newer, older],
  ['a commit of another branch', branch, newer],
])('%s may be brought up', (_, head, deployed) => {
  expect(refusal(whole, head, deployed)).toBeUndefined();
});

test('a stack without a recorded commit may be brought up', () => {
  expect(refuseOlder(new Repository(whole), {})).toBeUndefined();
});

test('a commit is refused that is older than the deployed one', () => {
  expect(refusal(whole, older, newer)).toBe(
    `It was last brought up with ${newer.slice(0, 10)}, and the checkout is older: this would take back what was deployed since. Deploy the newest commit; to take a change back, revert it in Git. --older brings it up with this checkout all the same.`,
  );
});

test('a clone without enough history is refused, whether it has the deployed commit or not', () => {
  for (const deployed of [older, unknown]) {
    expect(refusal(shallow, newer, deployed)).toBe(
      `It was last brought up with ${deployed.slice(0, 10)}, and this clone has not enough history, so nobody can say whether the checkout is older. Fetch all of it: git fetch --unshallow, in a job fetch-depth: 0 (GitHub) or GIT_DEPTH: '0' (GitLab). --older brings it up with this checkout all the same.`,
    );
  }
  expect(refusal(shallow, newer, newer)).toBeUndefined();
});

test('a clone without the deployed commit is refused until something was fetched after the deployment', () => {
  const refused = `It was last brought up with ${unknown.slice(0, 10)}, which is not in this clone, and nothing was fetched since, so nobody can say whether the checkout is older. Run git fetch. --older brings it up with this checkout all the same.`;
  expect(refusal(whole, newer, unknown)).toBe(refused);
  const fetched = (time: number) => {
    // The commit itself is not fetched: it is on no branch that the clone gets.
    git(whole, 'fetch', '--quiet', 'origin', 'branch');
    utimesSync(join(whole, '.git/FETCH_HEAD'), time / 1_000, time / 1_000);
  };
  fetched(endedAt - 1_000);
  expect(refusal(whole, newer, unknown)).toBe(refused);
  fetched(endedAt + 1_000);
  expect(refusal(whole, newer, unknown)).toBeUndefined();
});

test('a repository that is nobody’s clone needs no fetch', () => {
  const gone = '1234567890123456789012345678901234567890';
  expect(refusal(origin, 'main', gone)).toBeUndefined();
});

test('where Git does not answer, a stack with a recorded commit is refused', () => {
  const recorded = { commit: newer, endedAt };
  expect(refuseOlder(new Repository(folder), { recorded })).toBe(
    `It was last brought up with ${newer.slice(0, 10)}, and Git does not say which commit this is, so nobody can say whether the checkout is older. --older brings it up with this checkout all the same.`,
  );
});
