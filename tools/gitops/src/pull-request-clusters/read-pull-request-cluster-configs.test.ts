// SPDX-License-Identifier: Apache-2.0
import { openWorkspace } from '../run/workspace.ts';
import { SmallRepository } from '../testing/small-repository.ts';
import { readPullRequestClusterConfigs } from './read-pull-request-cluster-configs.ts';

let repository: SmallRepository;
beforeEach(() => {
  repository = new SmallRepository('configs');
  repository.write('stacks/infra/Pulumi.prod.yaml', '');
  repository.write('stacks/infra/Pulumi.lab.yaml', '');
  repository.write(
    'stacks/rings.yaml',
    'rings: [{ name: all, environments: [prod] }]\nbyHand: [lab]\n',
  );
});
afterEach(() => repository.delete());

function read(environment: string, text: string) {
  repository.write(`stacks/pull-request-clusters/${environment}.yaml`, text);
  return readPullRequestClusterConfigs(openWorkspace(repository.root));
}

test('an environment without a file has no clusters for pull requests', () => {
  expect(readPullRequestClusterConfigs(openWorkspace(repository.root))).toEqual([]);
});

test('the least that a file says', () => {
  const text = 'repositories: [{ name: acme/shop }]\nprofiles: [small]\nmost: 3\n';
  expect(read('prod', text)).toEqual([
    {
      environment: 'prod',
      repositories: [{ name: 'acme/shop', clusters: 'pr' }],
      profiles: ['small'],
      label: 'strata/cluster',
      most: 3,
      leaseDays: 7,
    },
  ]);
});

test('lists all that is wrong with a file', () => {
  const text =
    'repositories: [{ name: shop, clusters: Pr }, { name: acme/a }, { name: acme/b }]\nprofiles: []\nmost: 0\nleaseDays: 91\nlabels: a\n';
  expect(() => read('prod', text)).toThrow(
    'stacks/pull-request-clusters/prod.yaml is wrong:\n' +
      '  repositories[0].name: expected a repository like "acme/shop", got "shop"\n' +
      '  repositories[0].clusters: expected a name of at most 40 lower-case letters, digits and dashes that begins with a letter, got "Pr"\n' +
      '  repositories: expected a list of repositories, each once, whose clusters are called differently, got a list\n' +
      '  profiles: expected a list with at least one profile, got a list\n' +
      '  most: expected a whole number from 1 to 100, got 0\n' +
      '  leaseDays: expected a whole number from 1 to 90, got 91\n' +
      '  labels: unknown key; did you mean "label"?',
  );
});

test('two repositories whose clusters would have the same names are refused', () => {
  const two = 'repositories: [{ name: acme/a }, { name: acme/b }]\nprofiles: [small]\nmost: 3\n';
  expect(() => read('prod', two)).toThrow(
    'repositories: expected a list of repositories, each once, whose clusters are called differently',
  );
});

test('an environment that no ring deploys is refused', () => {
  expect(() => read('lab', '')).toThrow(
    'stacks/pull-request-clusters/lab.yaml: no ring of stacks/rings.yaml deploys "lab"; known: prod',
  );
});
