// SPDX-License-Identifier: Apache-2.0
import type { LastUpdate } from '../deploy/last-update.ts';
import { SmallRepository } from '../testing/small-repository.ts';
import { wasDestroyed } from './was-destroyed.ts';

const file = 'stacks/user-cluster/Pulumi.prod.pr-12.yaml';

let repository: SmallRepository;
beforeEach(() => {
  repository = new SmallRepository('destroyed');
  repository.commit({ [file]: 'config: {}\n' });
});
afterEach(() => repository.delete());

const head = () => repository.git('rev-parse', 'HEAD');
const destroyedAt = (commit: string): LastUpdate => ({
  state: 'destroyed',
  because: 'it was destroyed',
  recorded: { commit, endedAt: 0 },
});

test('a cluster was destroyed if that was done with a commit that has its file', () => {
  repository.commit({ 'stacks/rings.yaml': 'rings: []\n' });
  const destroyed = destroyedAt(head());
  repository.commit({ 'stacks/rings.yaml': 'rings: [{}]\n' });
  expect(wasDestroyed(repository.root, file, destroyed)).toBe(true);
});

// Proves: clusters.pull-requests
test('the destroy of an earlier cluster of the same pull request does not count', () => {
  const destroyed = destroyedAt(head());
  repository.remove(file);
  repository.commit();
  repository.commit({ [file]: 'config: {}\n' });
  expect(wasDestroyed(repository.root, file, destroyed)).toBe(false);
});

test.each<[string, LastUpdate]>([
  ['never brought up', { state: 'unknown', because: 'it has never been brought up' }],
  ['destroyed without a record of the commit', { state: 'destroyed', because: 'it was destroyed' }],
  ['destroyed with a commit that is not here', destroyedAt('f'.repeat(40))],
])('one that was %s is not known to be destroyed', (_, last) => {
  expect(wasDestroyed(repository.root, file, last)).toBe(false);
});
