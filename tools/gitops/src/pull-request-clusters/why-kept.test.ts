// SPDX-License-Identifier: Apache-2.0
import { GitopsError } from '../gitops-error.ts';
import { openWorkspace } from '../run/workspace.ts';
import { SmallRepository } from '../testing/small-repository.ts';
import { pullRequestClusters } from './pull-request-clusters.ts';
import { refuseShallow, whyKept } from './why-kept.ts';

const file = 'stacks/user-cluster/Pulumi.prod.pr-12.yaml';
const of = '  user-cluster:pullRequest: { repository: acme/shop, number: 12 }\n';
const deletion = '  user-cluster:deletion: { protect: false, volumes: delete }\n';
const made = `config:\n${of}${deletion}`;

let repository: SmallRepository;
beforeEach(() => {
  repository = new SmallRepository('why-kept');
});
afterEach(() => repository.delete());

/** Says why the only cluster of the repository is kept. */
function reason(name = 'pr-12'): string | undefined {
  const [cluster] = pullRequestClusters(openWorkspace(repository.root), 'prod');
  if (cluster === undefined) throw new Error('no cluster of a pull request');
  return whyKept(repository.root, cluster, name);
}

// Proves: clusters.pull-requests
test('a cluster that was made for its pull request may be deleted', () => {
  repository.commit({ [file]: made });
  expect(reason()).toBeUndefined();
  repository.commit({ [file]: `${made}  user-cluster:expires: 2027-01-31\n` });
  expect(reason()).toBeUndefined();
});

// Proves: clusters.pull-requests
test('a cluster that was made for something else is kept, also if its file names a pull request later', () => {
  repository.commit({ [file]: `config:\n${deletion}` });
  repository.commit({ [file]: made });
  expect(reason()).toBe(
    'the commit that has added its file did not say that it is of this pull request',
  );
});

test('a cluster whose file names another pull request than it was made for is kept', () => {
  repository.commit({ [file]: made.replace('number: 12', 'number: 7') });
  repository.commit({ [file]: made });
  expect(reason()).toBe(
    'the commit that has added its file did not say that it is of this pull request',
  );
});

test('a cluster of another name is kept: its file was copied', () => {
  repository.commit({ [file]: made });
  expect(reason('pr-7')).toBe('the cluster of its pull request is called "pr-7"');
});

test('a file that was renamed was added under its new name', () => {
  const before = 'stacks/user-cluster/Pulumi.prod.shop.yaml';
  repository.commit({ [before]: `config:\n${deletion}` });
  repository.git('mv', before, file);
  repository.commit({ [file]: made });
  expect(reason()).toBeUndefined();
});

// Proves: clusters.pull-requests
test.each([
  ['protect: false', 'protect: true', 'deletion.protect is not false'],
  ['protect: false, ', '', 'deletion.protect is not false'],
  ['volumes: delete', 'volumes: retain', 'deletion.volumes is not delete'],
])('with %j changed to %j, its data are left to people', (part, other, why) => {
  repository.commit({ [file]: made });
  repository.commit({ [file]: made.replace(part, other) });
  expect(reason()).toBe(why);
});

test('with backups of a profile it is left to people', () => {
  repository.commit({
    [file]: `${made}  user-cluster:extends: [saved]\n`,
    'stacks/profiles/saved.yaml': 'config: { user-cluster:backup: {} }\n',
  });
  expect(reason()).toBe('it has backups, which only its keys open');
});

test('a pull request that only a profile names is none', () => {
  repository.commit({
    [file]: `config:\n  user-cluster:extends: [pr]\n${deletion}`,
    'stacks/profiles/pr.yaml': `config:\n${of}`,
  });
  expect(pullRequestClusters(openWorkspace(repository.root), 'prod')).toEqual([]);
});

test('a clone without the whole history is refused', () => {
  repository.commit({ [file]: made });
  repository.commit({ 'stacks/rings.yaml': '' });
  expect(() => refuseShallow(repository.root)).not.toThrow();
  const clone = new SmallRepository('shallow');
  clone.git('fetch', '--quiet', '--depth', '1', `file://${repository.root}`, 'HEAD');
  expect(() => refuseShallow(clone.root)).toThrow(
    new GitopsError(
      'this clone has only a part of the history, so it does not say for what a cluster was made: git fetch --unshallow (fetch-depth: 0, GIT_DEPTH: 0)',
    ),
  );
  clone.delete();
});
