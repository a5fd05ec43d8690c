// SPDX-License-Identifier: Apache-2.0
import { GitopsError } from '../gitops-error.ts';
import { SmallRepository } from '../testing/small-repository.ts';
import { refuseTooMany } from './refuse-too-many.ts';

const repository = new SmallRepository('too-many');
afterAll(() => repository.delete());

const refuse = () => refuseTooMany(repository.root, { environment: 'prod', most: 4 });

// Proves: clusters.pull-requests
test('labels alone cannot make a deployment exceed the limit of changed clusters', () => {
  expect(refuse).not.toThrow();
  repository.write('stacks/blast-radius/prod.yaml', 'clusters: 4\n');
  expect(refuse).not.toThrow();
  repository.write('stacks/blast-radius/prod.yaml', 'clusters: 3\n');
  expect(refuse).toThrow(
    new GitopsError(
      'stacks/pull-request-clusters/prod.yaml: most: 4 is more than clusters: 3 of stacks/blast-radius/prod.yaml, so that a deployment which makes as many at once would be refused with all else in it; lower most, or raise that limit',
    ),
  );
});
