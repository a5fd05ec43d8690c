// SPDX-License-Identifier: Apache-2.0
import { filesVersion, readFleet } from './read-fleet.ts';
import { commitAll } from './testing/commits.ts';
import { TestRepository } from './testing/test-repository.ts';

test('the fleet has the commit of its files, and whether they differ from it', () => {
  using repository = new TestRepository();
  const commit = commitAll(repository.root);
  expect(readFleet(repository.root, ['staging'])).toMatchObject({
    files: { commit, isChanged: false },
    environments: [{ name: 'staging' }],
  });
  repository.write('notes.yaml', { outside: 'stacks' });
  expect(filesVersion(repository.root)).toEqual({ commit, isChanged: false });
  repository.change('stacks/infra/Pulumi.staging.yaml', (config) => (config.more = 1));
  expect(filesVersion(repository.root)).toEqual({ commit, isChanged: true });
});

test('outside Git there is no commit', () => {
  using repository = new TestRepository();
  expect(filesVersion(repository.root)).toBeUndefined();
  expect(readFleet(repository.root, ['staging'])).not.toHaveProperty('files');
});
