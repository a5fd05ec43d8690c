// SPDX-License-Identifier: Apache-2.0
import type { Environment } from '../model.ts';
import { repositoryRoot, TestRepository } from '../testing/test-repository.ts';
import { collectFleet } from './collect-fleet.ts';

const fleet = collectFleet(repositoryRoot);

function environment(name: string, of = fleet): Environment {
  const found = of.environments.find((one) => one.name === name);
  if (found === undefined) throw new Error(`there is no environment "${name}"`);
  return found;
}

const production = environment('production');

test('collects every environment of the repository with its ring', () => {
  expect(fleet.environments.map(({ name, ring }) => [name, ring])).toEqual([
    ['from-kkp', undefined],
    ['production', 'last'],
    ['sandbox', undefined],
    ['staging', 'first'],
  ]);
  expect(fleet.rings.value?.map(({ source }) => source)).toEqual([
    { file: 'stacks/rings.yaml', key: 'rings[0]' },
    { file: 'stacks/rings.yaml', key: 'rings[1]' },
  ]);
  expect(fleet.contradictions).toEqual([]);
});

test("collects the versions of a platform's release, its next update with the file, and the ways to later ones", () => {
  expect(production.platform).toEqual({
    value: {
      release: 'v1.8',
      kubevirt: '1.8.4',
      cdi: '1.65.0',
      contents: { file: 'packages/contracts/src/release-contents/v1.8.ts', key: 'components' },
      next: { state: 'ready', text: 'the platform to release v1.9' },
      runsOn: { oldest: '1.33', newest: '1.35' },
      launcherUpdate: { by: 'migration', batch: 10, interval: '1m' },
      ways: [
        {
          release: 'v1.9',
          kubevirt: '1.9.0',
          edits: [
            {
              text: 'the platform to release v1.9',
              file: 'stacks/kubevirt-stack/Pulumi.production.yaml',
              change: 'kubevirt-stack:release: v1.9',
            },
            {
              text: 'the addons to release v1.9',
              file: 'stacks/addons/Pulumi.production.yaml',
              change: 'addons:release: v1.9',
            },
          ],
        },
      ],
      source: {
        file: 'stacks/kubevirt-stack/Pulumi.production.yaml',
        key: 'config.kubevirt-stack:release',
      },
    },
  });
  expect(environment('staging').platform.value?.next).toEqual({
    state: 'newest',
    text: 'v1.9 is the newest release',
  });
});

test('reads the Kubernetes version of the infra cluster from its stack, else from its facts', () => {
  expect(production.kubernetes.value?.source).toEqual({
    file: 'stacks/infra/Pulumi.production.yaml',
    key: 'config.infra:kubeone.version',
  });
  expect(environment('sandbox').kubernetes).toEqual({
    value: {
      version: '1.35.4',
      source: { file: 'stacks/infra-facts/sandbox.yaml', key: 'kubernetes' },
    },
  });
});

test('says in words what an environment lacks, and collects the rest', () => {
  using repository = new TestRepository();
  repository.remove('stacks/infra-facts/staging.yaml');
  repository.remove('stacks/rings.yaml');
  const found = collectFleet(repository.root);
  expect(found.rings).toEqual({ problem: 'stacks/rings.yaml is missing' });
  const staging = environment('staging', found);
  expect(staging.capacity).toEqual({
    problem:
      'nobody says what hosts "staging" has; write stacks/infra-facts/staging.yaml, or take the outputs of infra: --live (of tools/plan-check itself: --hosts FILE)',
  });
  expect(staging.isolation).toEqual({ problem: 'stacks/infra-facts/staging.yaml is missing' });
  expect(staging.platform.value?.release).toBe('v1.9');
  expect(staging.addresses.length).toBe(7);
});

test('names a cluster that its program would refuse, and shows nothing of it', () => {
  using repository = new TestRepository();
  repository.change('stacks/user-cluster/Pulumi.production.shop.yaml', (config) => {
    config['user-cluster:pools'] = 'none';
  });
  const found = environment('production', collectFleet(repository.root));
  const problem = 'stacks/user-cluster/Pulumi.production.shop.yaml is wrong; its preview says what';
  expect(found.clusters.map(({ facts, name }) => [name, facts.problem])).toEqual([
    ['reports', undefined],
    ['shop', problem],
  ]);
  expect(found.isolation).toEqual({ problem });
});

// Proves: clusters.profiles
test('a fact that comes from a profile names the file of the profile', () => {
  using repository = new TestRepository();
  const file = 'stacks/user-cluster/Pulumi.production.shop.yaml';
  repository.change(file, (config) => {
    const { version, ...kubernetes } = config['user-cluster:kubernetes'] as {
      readonly version: string;
    };
    repository.write('stacks/profiles/tested.yaml', {
      config: { 'user-cluster:kubernetes': { version } },
    });
    config['user-cluster:kubernetes'] = kubernetes;
    config['user-cluster:extends'] = ['offices', 'tested'];
  });
  const found = environment('production', collectFleet(repository.root));
  const shop = found.clusters.find(({ name }) => name === 'shop');
  expect(shop?.profiles).toEqual(['offices', 'tested']);
  const key = 'config.user-cluster:kubernetes.version';
  expect(shop?.facts.value?.source).toEqual({ file: 'stacks/profiles/tested.yaml', key });
  expect(shop?.facts.value?.groups[0]?.source.file).toBe(file);
});

// Proves: clusters.expires
test('a cluster has the day on which it expires, and whether that is soon when the page is made', () => {
  using repository = new TestRepository();
  const file = 'stacks/user-cluster/Pulumi.production.shop.yaml';
  repository.change(file, (config) => {
    config['user-cluster:expires'] = '2027-01-31';
  });
  const expiryAt = (now: string) =>
    environment('production', collectFleet(repository.root, [], new Date(now))).clusters.find(
      ({ name }) => name === 'shop',
    )?.facts.value?.expiry;
  const source = { file, key: 'config.user-cluster:expires' };
  expect(expiryAt('2027-01-01T00:00:00Z')).toEqual({ day: '2027-01-31', state: 'later', source });
  expect(expiryAt('2027-01-17T00:00:00Z')?.state).toBe('soon');
  expect(expiryAt('2027-01-31T00:00:00Z')?.state).toBe('over');
});

// Proves: clusters.hibernated
test('a hibernated cluster has no machines in its pools, and leaves their room free', () => {
  using repository = new TestRepository();
  const file = 'stacks/user-cluster/Pulumi.production.shop.yaml';
  const found = () => {
    const { capacity, clusters } = environment('production', collectFleet(repository.root));
    const facts = clusters.find(({ name }) => name === 'shop')?.facts.value;
    const machines = facts?.groups.map(({ machines: count, name }) => `${name}: ${count}`);
    return { hibernated: facts?.hibernated, machines, placed: capacity.value?.machines ?? 0 };
  };
  const awake = found();
  repository.change(file, (config) => {
    config['user-cluster:hibernated'] = true;
  });
  const asleep = found();
  expect(awake.hibernated).toBeUndefined();
  expect(asleep.hibernated).toEqual({ file, key: 'config.user-cluster:hibernated' });
  expect(awake.machines).toEqual(['cp: 3', 'web: 6', 'batch: 2']);
  expect(asleep.machines).toEqual(['cp: 3', 'web: 0', 'batch: 0']);
  expect(awake.placed - asleep.placed).toBe(8);
});

test('a cluster whose profile is gone is named, and nothing of it is shown', () => {
  using repository = new TestRepository();
  repository.remove('stacks/profiles/offices.yaml');
  const { clusters } = environment('production', collectFleet(repository.root));
  const shop = clusters.find(({ name }) => name === 'shop');
  expect(shop?.facts.problem).toBe(
    'stacks/user-cluster/Pulumi.production.shop.yaml extends a profile that cannot be read; its preview says which',
  );
});

test('names contradicting places without their values', () => {
  using repository = new TestRepository();
  repository.change('stacks/user-cluster/Pulumi.production.reports.yaml', (config) => {
    const kubernetes = config['user-cluster:kubernetes'] as Record<string, unknown>;
    kubernetes.podCidr = '10.128.0.0/18';
  });
  expect(collectFleet(repository.root).contradictions).toEqual([
    {
      file: 'stacks/user-cluster/Pulumi.production.reports.yaml',
      key: 'config.user-cluster:kubernetes.podCidr',
    },
  ]);
});

test('collects only the requested environments', () => {
  const some = collectFleet(repositoryRoot, ['staging']);
  expect(some.environments.map(({ name }) => name)).toEqual(['staging']);
  expect(() => collectFleet(repositoryRoot, ['stagin'])).toThrow(
    'there is no environment "stagin"; did you mean "staging"?',
  );
});
